export { Sleepers } from './sleepers.ts'
