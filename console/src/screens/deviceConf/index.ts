export { DeviceConf } from './DeviceConf.tsx'
