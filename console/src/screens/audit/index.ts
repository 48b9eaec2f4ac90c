export { Audit } from './Audit.tsx'
