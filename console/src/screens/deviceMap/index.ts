export { DeviceMap } from './DeviceMap.tsx'
