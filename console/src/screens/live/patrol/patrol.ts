/** A patrol goes through more devices than it has windows, turn by turn: section 5. */
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'

export const INTERVAL_S = { least: 5, most: 3600, first: 15 }

export interface Patrol {
  /** Sorted as the person put them; those that are gone are taken out. */
  devices: readonly PatrolDevice[]
  intervalS: number
  /** The first of the wall's windows that takes part, from 0. */
  start: number
  /** How many windows take part. */
  windows: number
  /** How many windows the wall has. */
  layout: number
}

export interface PatrolDevice extends DeviceChannel {
  name: string
}

/** `away`: offline or sleeping. `gone`: deleted, or no longer to be seen by this person. */
export type Whereabouts = 'there' | 'away' | 'gone'

export interface Turn {
  /** Where in the devices it began. */
  from: number
  /** Where the next one begins. */
  next: number
  /** Which of the devices are shown, by their index; fewer than windows where fewer are there. */
  shown: readonly number[]
  /** Those that were passed over. */
  skipped: readonly number[]
}

/** The turn that begins here: each device at most once, and as many of those that are there as there are windows. */
export function turnFrom(
  { devices, windows }: Pick<Patrol, 'devices' | 'windows'>,
  from: number,
  whereIs: (device: DeviceChannel) => Whereabouts,
): Turn {
  const [shown, skipped]: [number[], number[]] = [[], []]
  const count = devices.length
  if (count === 0) return { from: 0, next: 0, shown, skipped }
  const first = from % count
  let passed = 0
  for (; passed < count && shown.length < windows; passed++) {
    const index = (first + passed) % count
    const device = devices[index]
    if (device && whereIs(device) === 'there') shown.push(index)
    else skipped.push(index)
  }
  return { from: first, next: (first + passed) % count, shown, skipped }
}

/** Without the devices that are gone; `place` is moved along to what stood there. */
export function withoutGone(
  patrol: Patrol,
  place: number,
  whereIs: (device: DeviceChannel) => Whereabouts,
): { patrol: Patrol; place: number; gone: readonly PatrolDevice[] } {
  const gone = patrol.devices.filter((device) => whereIs(device) === 'gone')
  if (gone.length === 0) return { patrol, place, gone }
  const devices = patrol.devices.filter((device) => !gone.includes(device))
  const before = patrol.devices.slice(0, place).filter((device) => gone.includes(device)).length
  return {
    patrol: { ...patrol, devices },
    place: devices.length === 0 ? 0 : (place - before) % devices.length,
    gone,
  }
}

export interface PatrolForm {
  devices: number
  interval: string
  position: string
  /** How many windows the layout has. */
  windows: number
}

export type PatrolFaults = Partial<
  Record<
    'devices' | 'interval' | 'position',
    'moreDevices' | 'intervalRequired' | 'intervalRange' | 'positionRequired' | 'positionRange'
  >
>

export function faultsOf({ devices, interval, position, windows }: PatrolForm): PatrolFaults {
  const faults: PatrolFaults = {}
  const at = wholeNumber(position)
  const seconds = wholeNumber(interval)
  if (position.trim() === '') faults.position = 'positionRequired'
  else if (at === undefined || at < 1 || at > windows) faults.position = 'positionRange'
  if (interval.trim() === '') faults.interval = 'intervalRequired'
  else if (seconds === undefined || seconds < INTERVAL_S.least || seconds > INTERVAL_S.most)
    faults.interval = 'intervalRange'
  const taking = faults.position === undefined && at !== undefined ? windows - at + 1 : windows
  if (devices <= taking) faults.devices = 'moreDevices'
  return faults
}

export function wholeNumber(text: string): number | undefined {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : undefined
}
