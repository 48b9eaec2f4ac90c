export { Live } from './Live.tsx'
export { Preview } from './Preview.tsx'
