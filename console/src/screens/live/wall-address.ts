/** A wall as the part behind `?` of the address, which is also how this browser remembers it: `layout=4&chosen=1&show=DID,DID~2,,DID`. */
import { DID } from '@vedette/contract/ids'

import { LAYOUTS, PLACE_COUNT } from './layouts.ts'
import { type Wall, type WallDevice, wallOf } from './wall.ts'

const LONGEST = 1000
const LAST_CHANNEL = 255

export function wallToText({ windows, chosen, places }: Wall): string {
  const show = places.map(({ device }) => (device ? deviceToText(device) : '')).join(',')
  return `layout=${windows}&chosen=${chosen}&show=${show}`
}

/** Undefined for a text that is no wall; a device that cannot be read is an empty place. */
export function wallFromText(text: string): Wall | undefined {
  if (text.length > LONGEST) return undefined
  const parameters = new URLSearchParams(text)
  const windows = Number(parameters.get('layout'))
  if (!LAYOUTS.some((it) => it.windows === windows)) return undefined
  const devices = (parameters.get('show') ?? '').split(',').slice(0, PLACE_COUNT).map(deviceFromText)
  const chosen = Number(parameters.get('chosen'))
  const isPlace = Number.isInteger(chosen) && chosen >= 0 && chosen < PLACE_COUNT
  return wallOf(withoutRepeats(devices), windows, isPlace ? chosen : 0)
}

function deviceToText({ did, channel }: WallDevice): string {
  return channel === 0 ? did : `${did}~${channel}`
}

function deviceFromText(text: string): WallDevice | undefined {
  const [did, channel = '0'] = text.split('~')
  const parsed = DID.safeParse(did)
  if (!parsed.success || !/^\d{1,3}$/.test(channel) || Number(channel) > LAST_CHANNEL) return undefined
  return { did: parsed.data, channel: Number(channel) }
}

function withoutRepeats(devices: readonly (WallDevice | undefined)[]): (WallDevice | undefined)[] {
  const seen = new Set<string>()
  return devices.map((device) => {
    const text = device && deviceToText(device)
    if (!text || seen.has(text)) return undefined
    seen.add(text)
    return device
  })
}
