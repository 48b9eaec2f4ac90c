export { Roles } from './Roles.tsx'
