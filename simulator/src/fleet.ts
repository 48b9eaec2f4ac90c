/** Which devices there are: two of each type first, then cameras. */
import { createHmac } from 'node:crypto'
import type { DeviceType } from '@vedette/contract/devices'
import type { Device, Features } from './device.ts'
import { Lens } from './lens.ts'
import type { Detection } from './motion-detector.ts'
import { EventHub } from './onvif/event-hub.ts'
import type { Look } from './picture-source.ts'
import type { Viewpoint } from './scene/scenes.ts'

const VENDOR = 'Vedette'
const NVR_CHANNELS = 4

/** Those with pictures come first, so that a few devices are a wall already. */
const ROSTER: readonly DeviceType[] = [
  'camera',
  'camera',
  'nvr',
  'solarCamera',
  'splitDoorbell',
  'singleDoorbell',
  'edr',
  'photoDoorbell',
  'nvr',
  'solarCamera',
  'splitDoorbell',
  'singleDoorbell',
  'edr',
  'photoDoorbell',
  'iotGate',
  'iotGate',
  'barcodeGun',
  'barcodeGun',
]

const MODELS: Readonly<Record<DeviceType, string>> = {
  camera: 'VC-210',
  splitDoorbell: 'VB-320',
  singleDoorbell: 'VB-110',
  nvr: 'VN-404',
  edr: 'VE-700',
  solarCamera: 'VS-150',
  iotGate: 'VG-16',
  barcodeGun: 'VQ-2',
  photoDoorbell: 'VB-050',
}

const PLACES: readonly { place: string; viewpoint: Viewpoint }[] = [
  { place: 'Main gate', viewpoint: 'gate' },
  { place: 'North drive', viewpoint: 'car-park' },
  { place: 'Loading bay', viewpoint: 'yard' },
  { place: 'Car park', viewpoint: 'car-park' },
  { place: 'Corridor', viewpoint: 'corridor' },
  { place: 'Warehouse front', viewpoint: 'yard' },
]
const NVR_VIEWPOINTS: readonly Viewpoint[] = ['yard', 'corridor', 'car-park', 'gate']

const rosters = ['mixed', 'cameras'] as const
/** `mixed`: two of each type, then cameras. `cameras`: nothing else. */
export type Roster = (typeof rosters)[number]

export function isRoster(value: unknown): value is Roster {
  return rosters.some((roster) => roster === value)
}

/** What a camera looks at; some are set up where it is dark. */
export function lookOf(device: Device, channel: number): Look {
  const own = PLACES[(device.number - 1) % PLACES.length]?.viewpoint ?? 'gate'
  const viewpoint = device.type === 'nvr' ? (NVR_VIEWPOINTS[channel - 1] ?? own) : own
  const isDark = (device.number + channel) % 5 === 0
  return { viewpoint, light: isDark ? 'night' : 'day', lens: new Lens() }
}

export function channelsOf(type: DeviceType): number {
  if (type === 'iotGate' || type === 'barcodeGun') return 0
  return type === 'nvr' ? NVR_CHANNELS : 1
}

/** The device of this number, still without its picture sources. */
export function makeDevice(number: number, roster: Roster, secret: string): Device {
  const type = roster === 'mixed' ? (ROSTER[number - 1] ?? 'camera') : 'camera'
  const { place = '' } = PLACES[(number - 1) % PLACES.length] ?? {}
  const did = `VSIM${String(number).padStart(8, '0')}`
  return {
    number,
    type,
    name: `${place} ${String(number).padStart(2, '0')}`,
    place,
    did,
    licence: createHmac('sha256', secret).update(did).digest('hex').slice(0, 16).toUpperCase(),
    vendor: VENDOR,
    model: MODELS[type],
    firmware: '1.0.0',
    failsUpgrade: false,
    state: 'online',
    features: featuresOf(type, number),
    cameras: [],
    hostname: did.toLowerCase(),
    clockOffsetMs: 0,
    timeZone: 'UTC0',
    isTimeFromNetwork: true,
    position: type === 'edr' ? (timeMs) => roundTrip(number, timeMs) : undefined,
    events: new EventHub(),
  }
}

const ROUND_S = 600
const CENTRE = { latitude: 52.3702, longitude: 4.8952 }

/** A vehicle goes round the town, each on a circle of its own. */
function roundTrip(number: number, timeMs: number): { latitude: number; longitude: number } {
  const angle = (2 * Math.PI * ((timeMs / 1000 + 97 * number) % ROUND_S)) / ROUND_S
  const radius = 0.01 + 0.002 * (number % 5)
  const latitude = CENTRE.latitude + radius * Math.sin(angle)
  const longitude = CENTRE.longitude + 1.6 * radius * Math.cos(angle)
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) }
}

function featuresOf(type: DeviceType, number: number): Features {
  return {
    ring: type === 'splitDoorbell' || type === 'singleDoorbell' || type === 'photoDoorbell',
    sleep: type === 'solarCamera',
    sound: SOUND[type],
    talk: type === 'splitDoorbell' || type === 'singleDoorbell',
    ptz: type === 'camera' && number % 2 === 1,
    detection: DETECTION[type],
  }
}

const SOUND: Partial<Record<DeviceType, NonNullable<Features['sound']>>> = {
  splitDoorbell: 'aac',
  singleDoorbell: 'pcmu',
  photoDoorbell: 'aac',
}

/** Each type has a grid of its own, as makers do. */
const DETECTION: Partial<Record<DeviceType, Detection>> = {
  camera: { columns: 22, rows: 18, hasSensitivity: true },
  nvr: { columns: 16, rows: 9, hasSensitivity: false },
  splitDoorbell: { columns: 9, rows: 7, hasSensitivity: true },
  singleDoorbell: { columns: 9, rows: 7, hasSensitivity: true },
}
