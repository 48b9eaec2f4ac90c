export { DeviceTransfer } from './DeviceTransfer.tsx'
