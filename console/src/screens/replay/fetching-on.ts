/** Play that goes on into time that only the devices themselves have kept: it is fetched from them, and waited for. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import type { ReplayDeck } from '../../player/replay-deck.ts'
import type { Lanes } from '../../ui/coverage/lanes.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { type Beyond, NOTHING_BEYOND } from './beyond.ts'
import type { DeviceFetch, Fetches } from './device-storage.ts'
import { endBefore, gapsOf, isCovered, nextStart, unionOf } from '../../ui/coverage/spans.ts'

/** What play may go on with. */
export interface Playable {
  recorded: Lanes
  onDevices: Lanes
  fetching: Fetches
  /** What is not fetched by itself any more, as it was stopped or did not come. */
  givenUp: Map<string, readonly number[]>
  /** Which recorded spans a window was told of last. */
  lookedAt: Map<string, readonly number[]>
  /** Where footage is that lies beyond what is known of it here. */
  beyond: Beyond
}

export const nothingPlayable = (): Playable => ({
  recorded: new Map(),
  onDevices: new Map(),
  fetching: new Map(),
  givenUp: new Map(),
  lookedAt: new Map(),
  beyond: NOTHING_BEYOND,
})

/** The deck stands a little before what begins. */
const EDGE_MS = 100
/** Less than this is not worth a fetch: key frames are so far apart, and clocks of devices off. */
const LEAST_MS = 2000
/** So much has to have come before play goes on. */
const AHEAD_MS = 4000
/** What was recorded just now is not told yet. */
const CERTAIN_MS = 30_000
const LOOK_EVERY_MS = 500

interface Now {
  nowMs: number
  lookAgain: (key: string) => void
}

/** Where play goes on when no window has footage at a moment; undefined while it waits there. */
export function nextFootage(
  playable: Playable,
  afterMs: number,
  { nowMs, lookAgain }: Now,
): number | undefined {
  const { recorded, onDevices, fetching, lookedAt } = playable
  const atMs = afterMs + EDGE_MS
  const tell = (key: string, spans: readonly number[]): void => {
    if (lookedAt.get(key) === spans) return
    lookedAt.set(key, spans)
    lookAgain(key)
  }
  for (const [key, { fromMs, toMs }] of fetching) {
    if (atMs < fromMs || atMs >= toMs) continue
    const spans = recorded.get(key) ?? []
    const startMs = nextStart(spans, atMs) ?? Infinity
    if (isCovered(spans, Math.min(atMs + AHEAD_MS, toMs - 1))) tell(key, spans)
    else if (!isCovered(spans, atMs) && startMs - atMs < LEAST_MS) return startMs
    return undefined
  }
  for (const [key, spans] of recorded)
    if (lookedAt.has(key) && lookedAt.get(key) !== spans && isCovered(spans, atMs)) {
      tell(key, spans)
      return undefined
    }
  const known = unionOf([...recorded.values()])
  const beyondMs = edgeBeyond(playable.beyond, afterMs, 1)
  // The gap is too short to be drawn at this zoom; where nothing more is known time passes.
  if (isCovered(known, afterMs)) return playable.beyond.isAsked ? undefined : (beyondMs ?? afterMs)
  const starts = [nextStart(known, afterMs) ?? Infinity, beyondMs ?? Infinity]
  for (const key of onDevices.keys()) {
    const alone = onDeviceAlone(playable, key, nowMs)
    if (isCovered(alone, atMs)) return undefined
    starts.push(nextStart(alone, atMs) ?? Infinity)
  }
  const next = Math.min(...starts)
  return next === Infinity ? undefined : next
}

/** Where play goes on backwards; nothing is fetched from devices for it. */
export function footageBefore({ recorded, beyond }: Playable, atMs: number): number | undefined {
  const near = endBefore(unionOf([...recorded.values()]), atMs)
  const far = edgeBeyond(beyond, atMs, -1)
  if (near === atMs) return beyond.isAsked ? undefined : (far ?? atMs)
  return near ?? far
}

/** The nearest that is known of beyond the lanes, in this direction. */
function edgeBeyond({ towards, ofKey }: Beyond, atMs: number, direction: 1 | -1): number | undefined {
  if (towards !== direction) return undefined
  const edges = [...ofKey.values()].filter((ms) => (ms - atMs) * direction > 0)
  return edges.toSorted((a, b) => (a - b) * direction)[0]
}

/** What only a device has kept, as spans. */
export function onDeviceAlone(
  { recorded, onDevices, givenUp }: Playable,
  key: string,
  nowMs: number,
): number[] {
  const had = unionOf([recorded.get(key) ?? [], givenUp.get(key) ?? []])
  const kept = onDevices.get(key) ?? []
  const alone: number[] = []
  for (let i = 0; i + 1 < kept.length; i += 2) {
    const gaps = gapsOf(had, kept[i] ?? 0, Math.min(kept[i + 1] ?? 0, nowMs - CERTAIN_MS))
    for (let j = 0; j + 1 < gaps.length; j += 2) {
      const [fromMs = 0, toMs = 0] = [gaps[j], gaps[j + 1]]
      if (toMs - fromMs >= LEAST_MS) alone.push(fromMs, toMs)
    }
  }
  return alone
}

/** Fetches what play has come to, unless that was stopped. */
export function useFetchingOn(
  deck: ReplayDeck,
  playable: RefObject<Playable>,
  { fetchAt, stopFetch }: DeviceFetch,
): { fetch: (key: string) => void; stop: (key: string) => void } {
  const asking = useRef(new Set<string>())
  /** The moment that each was asked for last. */
  const askedMs = useRef(new Map<string, number>())
  const giveUp = (key: string, fromMs: number): void => {
    const { givenUp, onDevices } = playable.current
    const end = (onDevices.get(key) ?? []).find((ms, i) => i % 2 === 1 && ms > fromMs)
    givenUp.set(key, unionOf([givenUp.get(key) ?? [], [fromMs, end ?? fromMs + LEAST_MS]]))
  }
  const look = useEffectEvent((): void => {
    const { isPlaying, speed, states } = deck.view
    const isWaiting = Object.values(states).every((state) => state === 'empty')
    if (!isPlaying || speed <= 0 || !isWaiting) return
    const atMs = deck.atMs + EDGE_MS
    for (const key of Object.keys(states)) {
      const isAlone = isCovered(onDeviceAlone(playable.current, key, serverNow()), atMs)
      if (!isAlone || playable.current.fetching.has(key) || asking.current.has(key)) continue
      // What was fetched and did not come is not asked for over and over.
      if (Math.abs(atMs - (askedMs.current.get(key) ?? -Infinity)) < LEAST_MS) {
        giveUp(key, atMs)
        continue
      }
      askedMs.current.set(key, atMs)
      asking.current.add(key)
      void fetchAt(key, atMs).then((isBegun) => {
        asking.current.delete(key)
        if (!isBegun) giveUp(key, atMs)
      })
    }
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return {
    fetch: (key) => {
      playable.current.givenUp.delete(key)
      void fetchAt(key, deck.atMs)
    },
    stop: (key) => {
      const fetch = playable.current.fetching.get(key)
      if (fetch) giveUp(key, fetch.fromMs)
      void stopFetch(key)
    },
  }
}
