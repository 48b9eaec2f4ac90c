/** A device's channel as a text, in addresses and while it is dragged: `DID`, or `DID~2` for any channel but the first. */
import { DID } from '@vedette/contract/ids'

export interface DeviceChannel {
  did: string
  channel: number
}

/** The name under which a dragged device's text travels. */
export const DRAGGED_DEVICE = 'text/x-vedette-device'

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
