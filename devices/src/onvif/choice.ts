/** Which of a device's profiles are used, and what its refusals mean to who asked. */
import type { ProbeRefusal } from '../driver.ts'
import type { OnvifOutcome, OnvifReason } from './fault.ts'
import type { Profile } from './media.ts'

const MAX_CHANNELS = 64
const PLAYABLE = new Set(['H264', 'H265'])
/** A main stream so small serves small windows as well. */
export const SMALL_WIDTH = 720

const REFUSALS: Record<OnvifReason, ProbeRefusal> = {
  unreachable: 'unreachable',
  certificate: 'certificate',
  credentials: 'credentials',
  notSupported: 'noUsableStream',
  refused: 'noUsableStream',
  protocol: 'unreachable',
}

export function refusalOf({ reason, detail }: Extract<OnvifOutcome<unknown>, { ok: false }>) {
  return { ok: false as const, reason: REFUSALS[reason], detail }
}

/** Profiles of each video source, in the device's order. */
export function sourcesOf(profiles: readonly Profile[]): Profile[][] {
  const sources = new Map<string, Profile[]>()
  for (const profile of profiles) {
    if (!profile.video) continue
    const of = sources.get(profile.source) ?? []
    of.push(profile)
    sources.set(profile.source, of)
  }
  return [...sources.values()].slice(0, MAX_CHANNELS)
}

export interface Choice {
  main: Profile | undefined
  sub: Profile | undefined
}

const pixels = ({ video }: Profile): number => (video?.width ?? 0) * (video?.height ?? 0)

/** The largest picture is the main stream; of the smaller ones the largest that a small window needs is the second. */
export function chooseStreams(profiles: readonly Profile[]): Choice {
  const usable = profiles
    .filter(({ video }) => video && PLAYABLE.has(video.encoding))
    .toSorted((a, b) => pixels(b) - pixels(a))
  const [main, ...others] = usable
  if (!main) return { main: undefined, sub: undefined }
  const smaller = others.filter((it) => it.video?.token !== main.video?.token && pixels(it) < pixels(main))
  const fitting = smaller.find(({ video }) => (video?.width ?? 0) <= SMALL_WIDTH)
  return { main, sub: fitting ?? smaller.at(-1) }
}
