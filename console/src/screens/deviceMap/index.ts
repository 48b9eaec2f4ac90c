export { DeviceMap } from './DeviceMap.tsx'
export { FloorPlans } from './floors/FloorPlans.tsx'
