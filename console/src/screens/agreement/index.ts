export { Agreement } from './Agreement.tsx'
