/**
 * Where footage goes on that the timeline's lanes don't show, asked for where a window has none: beyond what they reach, or behind a gap
 * that is too short to be drawn at this zoom.
 */
import { useQuery } from '@tanstack/react-query'
import { recordTimeline } from '@vedette/contract/calls/record'
import { useMemo, useSyncExternalStore } from 'react'

import type { ReplayDeck } from '../../player/replay-deck.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { type Lanes, lanesOf } from '../../ui/coverage/lanes.ts'
import { endBefore, isCovered, nextStart } from '../../ui/coverage/spans.ts'
import { askedRange, HOUR_MS, type TimelineView } from './timeline-view.ts'

export interface Beyond {
  towards: 1 | -1
  /** Where each camera's footage goes on, or backwards where it ends. */
  ofKey: ReadonlyMap<string, number>
  /** It is being asked for. */
  isAsked: boolean
}

export const NOTHING_BEYOND: Beyond = { towards: 1, ofKey: new Map(), isAsked: false }

const DAY_MS = 24 * HOUR_MS
/** Mostly it is near: years are read only where a month has nothing. */
const REACHES_MS = [HOUR_MS / 6, 2 * DAY_MS, 31 * DAY_MS, Infinity]
/** Where nothing is found time passes, and it is not asked anew at once. */
const GRID_MS = 10_000
const STEPS = 2000

type AskLanes = (range: { From: number; To: number; Step: number }) => Promise<Lanes>

/** Looks further and further from a moment until something is found, of any of the cameras; what lies before `atMs` does not count. */
export async function footageBeyond(
  ask: AskLanes,
  fromMs: number,
  { towards, nowMs, atMs = fromMs }: { towards: 1 | -1; nowMs: number; atMs?: number },
): Promise<Beyond> {
  const endMs = Math.ceil(towards > 0 ? nowMs : 0)
  for (const reachMs of REACHES_MS) {
    const toMs = towards > 0 ? Math.min(endMs, fromMs + reachMs) : Math.max(endMs, fromMs - reachMs)
    const [From, To] = towards > 0 ? [fromMs, toMs] : [toMs, fromMs]
    if (From >= To) break
    const lanes = await ask({ From, To, Step: Math.min(HOUR_MS, Math.floor((To - From) / STEPS)) })
    const found = [...lanes].flatMap(([key, spans]): [string, number][] => {
      const edges = spans.filter((ms, i) => i % 2 === (towards > 0 ? 0 : 1) && (ms - atMs) * towards >= 0)
      const edgeMs = towards > 0 ? edges[0] : edges.at(-1)
      return edgeMs === undefined ? [] : [[key, edgeMs]]
    })
    if (found.length > 0) return { towards, ofKey: new Map(found), isAsked: false }
    if (toMs === endMs) break
  }
  return { towards, ofKey: new Map(), isAsked: false }
}

export function useBeyond(
  deck: ReplayDeck,
  {
    keys,
    recorded,
    view,
    towards,
  }: { keys: readonly string[]; recorded: Lanes; view: TimelineView; towards: 1 | -1 },
): Beyond {
  const { From, To } = askedRange(view)
  const endMs = towards > 0 ? To : From
  const edgeOf = towards > 0 ? nextStart : endBefore
  /** The cameras, and from where. */
  const lost = useSyncExternalStore(deck.subscribe, () => {
    const { atMs } = deck
    const empty = keys.filter((key) => deck.view.states[key] === 'empty')
    const hidden = empty.some((key) => isCovered(recorded.get(key) ?? [], atMs))
    const isLost = (key: string): boolean => {
      const spans = recorded.get(key)
      return !!spans && (isCovered(spans, atMs) || edgeOf(spans, atMs) === undefined)
    }
    const gridMs = (towards > 0 ? Math.floor : Math.ceil)(atMs / GRID_MS) * GRID_MS
    const fromMs = hidden ? gridMs : endMs
    const all = empty.filter(isLost)
    return all.length > 0 ? `${fromMs} ${all.join(',')}` : ''
  })
  const { data, isFetching } = useQuery({
    queryKey: [recordTimeline.path, 'beyond', lost, towards],
    queryFn: ({ signal }) => {
      const [from, all = ''] = lost.split(' ')
      const ask: AskLanes = (range) => lanesOf(all.split(','), range, signal)
      const fromMs = Number(from)
      const atMs = fromMs === endMs ? endMs : deck.atMs
      return footageBeyond(ask, fromMs, { towards, nowMs: serverNow(), atMs })
    },
    enabled: lost !== '',
    retry: false,
  })
  return useMemo(
    () => ({ ...(data ?? NOTHING_BEYOND), towards, isAsked: isFetching }),
    [data, towards, isFetching],
  )
}
