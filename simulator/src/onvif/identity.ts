/** By what a device is known on the network: its endpoint and its scopes (ONVIF Core section 7.3.3.2). */
import { createHash } from 'node:crypto'
import type { DeviceType } from '@vedette/contract/devices'
import type { Device } from '../device.ts'

const SCOPE = 'onvif://www.onvif.org/'
const LONGEST_NAME = 64

/** The same for a device wherever and whenever it starts (a name-based UUID of RFC 9562, version 8). */
export function uuidOf(device: Device): string {
  const bytes = createHash('sha256').update(`vedette-simulator:${device.did}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What tells the type of a device; that of a camera all have. */
const KINDS: Partial<Record<DeviceType, string>> = {
  nvr: 'Network_Video_Storage',
  edr: 'Vehicle_Recorder',
  solarCamera: 'Solar_Camera',
  splitDoorbell: 'Split_Doorbell',
  singleDoorbell: 'Doorbell',
  photoDoorbell: 'Photo_Doorbell',
}

interface Scope {
  kind: 'Fixed' | 'Configurable'
  item: string
}

export function scopesOf(device: Device): Scope[] {
  const kind = KINDS[device.type]
  const fixed = [
    'type/video_encoder',
    ...(kind === undefined ? [] : [`type/${kind}`]),
    'Profile/Streaming',
    'Profile/T',
    `hardware/${encodeURIComponent(device.model)}`,
  ]
  const configurable = [
    `name/${encodeURIComponent(device.name)}`,
    `location/${encodeURIComponent(device.place)}`,
  ]
  return [
    ...fixed.map((item) => ({ kind: 'Fixed' as const, item: SCOPE + item })),
    ...configurable.map((item) => ({ kind: 'Configurable' as const, item: SCOPE + item })),
  ]
}

/** Takes name and place out of the scopes; false where one is none that can be set. */
export function setScopes(device: Device, items: readonly string[]): boolean {
  const found = new Map<string, string>()
  for (const item of items) {
    const match = /^onvif:\/\/www\.onvif\.org\/(name|location)\/(.{1,600})$/.exec(item)
    const value = decoded(match?.[2])
    if (match === null || value === undefined || value.length > LONGEST_NAME) return false
    found.set(match[1] ?? '', value)
  }
  device.name = found.get('name') ?? device.name
  device.place = found.get('location') ?? device.place
  return true
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    // A percent sign that begins nothing.
    return undefined
  }
}
