/** A device's channel as a text, in addresses and while it is dragged: `DID`, or `DID~2` for any channel but the first. */
import { DID } from '@vedette/contract/ids'

export interface DeviceChannel {
  did: string
  channel: number
}

/** The name under which a dragged device's text travels. */
export const DRAGGED_DEVICE = 'text/x-vedette-device'

/** The same of a region or a recorder, with all that plays of it. */
export const DRAGGED_DEVICES = 'text/x-vedette-devices'
/** More are on no wall. */
const MOST_DRAGGED = 64

const LAST_CHANNEL = 255

export function deviceToText({ did, channel }: DeviceChannel): string {
  return channel === 0 ? did : `${did}~${channel}`
}

export function deviceFromText(text: string): DeviceChannel | undefined {
  const [did, channel = '0'] = text.split('~')
  const parsed = DID.safeParse(did)
  if (!parsed.success || !/^\d{1,3}$/.test(channel) || Number(channel) > LAST_CHANNEL) return undefined
  return { did: parsed.data, channel: Number(channel) }
}

/** The devices, and behind them the name of what they belong to. */
export function devicesToText(name: string, devices: readonly DeviceChannel[]): string {
  return `${devices.slice(0, MOST_DRAGGED).map(deviceToText).join(',')} ${name}`
}

export function devicesFromText(text: string): { name: string; devices: DeviceChannel[] } {
  const end = text.indexOf(' ')
  const devices = text.slice(0, Math.max(0, end)).split(',')
  return { name: text.slice(end + 1), devices: devices.flatMap((it) => deviceFromText(it) ?? []) }
}
