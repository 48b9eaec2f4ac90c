/** A moment of some cameras as an address: `#/replay?show=DID,DID~1&at=…&layout=4&chosen=1&in=…&out=…`, times in ms since 1970. */
import { deviceFromText, type DeviceChannel, deviceToText } from '../ui/device-tree/device-text.ts'

export const REPLAY_PATH = '/replay'
/** Opens with how much of each day is recorded. */
export const COVERAGE_PATH = `${REPLAY_PATH}?coverage`
/** How long before now replay begins where no time is given. */
export const REPLAY_BEFORE_MS = 30_000
export const REPLAY_LAYOUTS = [1, 4, 9] as const
export const MOST_WINDOWS = 9
export type ReplayLayout = (typeof REPLAY_LAYOUTS)[number]

export interface ReplayPlace {
  /** One for each window, in order; an empty window is undefined. */
  devices: readonly (DeviceChannel | undefined)[]
  layout: ReplayLayout
  chosen: number
  atMs?: number | undefined
  markInMs?: number | undefined
  markOutMs?: number | undefined
}

interface Asked {
  dids: readonly (string | DeviceChannel)[]
  /** Which of them is chosen; of more than fit, the nine that it is among are shown. */
  chosen?: number
  /** Ms since 1970; without it the page opens where it likes. */
  at?: number
  from?: number
  to?: number
}

/** The link that opens replay with these cameras at a moment, with its `#`. */
export function replayAddress({ dids, chosen = 0, at, from, to }: Asked): string {
  const first = Math.floor(chosen / MOST_WINDOWS) * MOST_WINDOWS
  const devices = dids
    .slice(first, first + MOST_WINDOWS)
    .map((device) => (typeof device === 'string' ? { did: device, channel: 0 } : device))
  const layout = REPLAY_LAYOUTS.find((windows) => windows >= devices.length) ?? MOST_WINDOWS
  const times = { atMs: at, markInMs: from, markOutMs: to }
  return `#${REPLAY_PATH}?${placeToText({ devices, layout, chosen: chosen - first, ...times })}`
}

export function placeToText({ devices, layout, chosen, atMs, markInMs, markOutMs }: ReplayPlace): string {
  const show = devices.map((device) => (device ? deviceToText(device) : '')).join(',')
  const times = Object.entries({ at: atMs, in: markInMs, out: markOutMs })
    .filter(([, ms]) => ms !== undefined)
    .map(([name, ms]) => `&${name}=${Math.round(ms ?? 0)}`)
  return `show=${show.replace(/,+$/, '')}${times.join('')}&layout=${layout}&chosen=${chosen}`
}

/** What of an address can be read; the rest of it is left out. */
export function placeFromText(text: string): ReplayPlace {
  const parameters = new URLSearchParams(text.slice(0, LONGEST))
  const texts = (parameters.get('show') ?? '').split(',').slice(0, 9)
  const devices = texts.map((it, i) => (texts.indexOf(it) === i ? deviceFromText(it) : undefined))
  const windows = Number(parameters.get('layout'))
  const layout =
    REPLAY_LAYOUTS.find((it) => it === windows) ?? REPLAY_LAYOUTS.find((it) => it >= texts.length)
  const chosen = Number(parameters.get('chosen'))
  const [markInMs, markOutMs] = [timeIn(parameters.get('in')), timeIn(parameters.get('out'))]
  const areMarks = markInMs === undefined || markOutMs === undefined || markInMs < markOutMs
  return {
    devices,
    layout: layout ?? 9,
    chosen: Number.isInteger(chosen) && chosen >= 0 && chosen < (layout ?? 9) ? chosen : 0,
    atMs: timeIn(parameters.get('at')),
    ...(areMarks && { markInMs, markOutMs }),
  }
}

const LONGEST = 1000
const LAST_MS = 8_640_000_000_000_000

function timeIn(text: string | null): number | undefined {
  const ms = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN
  return ms <= LAST_MS ? ms : undefined
}
