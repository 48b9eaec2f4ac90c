export { AccountDialog } from './AccountDialog.tsx'
export { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
