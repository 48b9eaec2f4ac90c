export { Accounts } from './Accounts.tsx'
