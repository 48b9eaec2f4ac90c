export { Areas } from './Areas.tsx'
export { Buildings } from './Buildings.tsx'
export { Residents } from './Residents.tsx'
export { Vehicles } from './Vehicles.tsx'
