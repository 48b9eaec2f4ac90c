export { Live } from './Live.tsx'
export { Preview } from './Preview.tsx'
export { streamReasonText } from './state-text.ts'
