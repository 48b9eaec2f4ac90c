/** Footage beyond what the timeline's lanes reach, asked for where a window has none and they know of no more. */
import { useQuery } from '@tanstack/react-query'
import { recordTimeline } from '@vedette/contract/calls/record'
import { useSyncExternalStore } from 'react'

import type { ReplayDeck } from '../../player/replay-deck.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { type Lanes, lanesOf } from '../../ui/coverage/lanes.ts'
import { endBefore, nextStart } from '../../ui/coverage/spans.ts'
import { askedRange, HOUR_MS, type TimelineView } from './timeline-view.ts'

export interface Beyond {
  towards: 1 | -1
  /** Where each camera's footage goes on, or backwards where it ends. */
  ofKey: ReadonlyMap<string, number>
}

export const NOTHING_BEYOND: Beyond = { towards: 1, ofKey: new Map() }

const DAY_MS = 24 * HOUR_MS
/** Mostly it is near: years are read only where a month has nothing. */
const REACHES_MS = [2 * DAY_MS, 31 * DAY_MS, Infinity]
const STEPS = 2000

type AskLanes = (range: { From: number; To: number; Step: number }) => Promise<Lanes>

/** Looks further and further from a moment until something is found, of any of the cameras. */
export async function footageBeyond(
  ask: AskLanes,
  fromMs: number,
  { towards, nowMs }: { towards: 1 | -1; nowMs: number },
): Promise<Beyond> {
  const endMs = Math.ceil(towards > 0 ? nowMs : 0)
  for (const reachMs of REACHES_MS) {
    const toMs = towards > 0 ? Math.min(endMs, fromMs + reachMs) : Math.max(endMs, fromMs - reachMs)
    const [From, To] = towards > 0 ? [fromMs, toMs] : [toMs, fromMs]
    if (From >= To) break
    const lanes = await ask({ From, To, Step: Math.min(HOUR_MS, Math.floor((To - From) / STEPS)) })
    const found = [...lanes].flatMap(([key, spans]): [string, number][] => {
      const edgeMs = towards > 0 ? spans[0] : spans.at(-1)
      return edgeMs === undefined ? [] : [[key, edgeMs]]
    })
    if (found.length > 0) return { towards, ofKey: new Map(found) }
    if (toMs === endMs) break
  }
  return { towards, ofKey: new Map() }
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
  const edgeOf = towards > 0 ? nextStart : endBefore
  const lost = useSyncExternalStore(deck.subscribe, () => {
    const isLost = (key: string): boolean => {
      const spans = recorded.get(key)
      return deck.view.states[key] === 'empty' && !!spans && edgeOf(spans, deck.atMs) === undefined
    }
    return keys.filter(isLost).join(',')
  })
  const { From, To } = askedRange(view)
  const fromMs = towards > 0 ? To : From
  const { data } = useQuery({
    queryKey: [recordTimeline.path, 'beyond', lost, fromMs, towards],
    queryFn: ({ signal }) => {
      const ask: AskLanes = (range) => lanesOf(lost.split(','), range, signal)
      return footageBeyond(ask, fromMs, { towards, nowMs: serverNow() })
    },
    enabled: lost !== '',
    retry: false,
  })
  return data ?? NOTHING_BEYOND
}
