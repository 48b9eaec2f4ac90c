/** The nine device types, presence and capabilities: sections 3 and 4, readings 27 to 29. Only this file knows the numbers. */
import { z } from 'zod'

export const DEVICE_TYPES = [
  'camera',
  'splitDoorbell',
  'singleDoorbell',
  'nvr',
  'edr',
  'solarCamera',
  'iotGate',
  'barcodeGun',
  'photoDoorbell',
] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

export const DevType = z.int().min(1).max(DEVICE_TYPES.length)

/** The type for a 1-based index of section 3. */
export function deviceTypeOf(devType: number): DeviceType {
  const type = DEVICE_TYPES[devType - 1]
  if (!type) throw new RangeError(`no device type ${devType}`)
  return type
}

export function devTypeNumber(type: DeviceType): number {
  return DEVICE_TYPES.indexOf(type) + 1
}

export const PRESENCE = { online: 1, offline: 2, sleeping: 3 } as const
export const Presence = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Presence = z.infer<typeof Presence>

/** A status of its own beside presence (reading 27). */
export const DeviceStatus = z.enum(['normal', 'upgrading'])
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** Gateways and guns have neither live pictures nor playback (reading 29). */
export function hasVideo(devType: number): boolean {
  const type = deviceTypeOf(devType)
  return type !== 'iotGate' && type !== 'barcodeGun'
}

/** Those that speak MQTT, and nothing else. */
export function isGateway(devType: number): boolean {
  return !hasVideo(devType)
}

/** Those that sleep to save their battery, and can be woken. */
export function canSleep(devType: number): boolean {
  return deviceTypeOf(devType) === 'solarCamera'
}

/** Those with a button that rings. */
export function isDoorbell(devType: number): boolean {
  return deviceTypeOf(devType).endsWith('oorbell')
}

/** Sleeping and upgrading devices count as online (reading 51). */
export function countsAsOnline(presence: Presence, status: DeviceStatus | undefined): boolean {
  return presence !== PRESENCE.offline || status === 'upgrading'
}

/** Asks a list for the devices that do not count as online. */
export const LOST = { Presence: PRESENCE.offline, Status: 'normal' } as const
