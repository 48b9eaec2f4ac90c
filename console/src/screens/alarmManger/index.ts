export { Alarms } from './Alarms.tsx'
