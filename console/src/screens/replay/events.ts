/** The events of the shown cameras, on the timeline and by the keys N and P. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { eventBeside, eventTimeline } from '@vedette/contract/calls/event-timeline'
import { EVENT_TYPES } from '@vedette/contract/events'
import { useCallback, useMemo, useRef, useState } from 'react'
import { z } from 'zod'

import { stored } from '../../app/stored.ts'
import { deviceToText } from '../../ui/device-tree/device-text.ts'
import { useSide } from '../../ui/use-side.ts'
import { succeeds } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { type EventRange, eventRange, type EventStep, mergedSteps, stepsOf } from './event-steps.ts'
import { camerasOf } from './queries.ts'
import type { TimelineView } from './timeline-view.ts'

/** What a timeline draws of the events in sight. */
export interface TimelineEvents {
  stepMs: number
  ofLane: ReadonlyMap<string, readonly EventStep[]>
  ofAll: readonly EventStep[]
}

const NEWEST_EVERY_MS = 5000
/** Less far away is the event that one stands at. */
const SAME_MS = 500
const NONE: TimelineEvents = { stepMs: 1, ofLane: new Map(), ofAll: [] }
const Hidden = z.array(z.int())

export function useEvents(keys: readonly string[], view: TimelineView): TimelineEvents {
  const range = eventRange(view)
  const { data } = useQuery({
    queryKey: [eventTimeline.path, keys, range],
    queryFn: ({ signal }) => eventsOf(keys, range, signal),
    enabled: keys.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: range.To >= serverNow() ? NEWEST_EVERY_MS : false,
  })
  return data ?? NONE
}

async function eventsOf(
  keys: readonly string[],
  range: EventRange,
  signal: AbortSignal,
): Promise<TimelineEvents> {
  const { List } = await ask(eventTimeline, { Cameras: camerasOf(keys), ...range }, { signal })
  const ofLane = new Map(
    List.map(({ DID, Channel, Counts }) => [
      deviceToText({ did: DID, channel: Channel }),
      stepsOf(Counts, range.From),
    ]),
  )
  return { stepMs: range.Step, ofLane, ofAll: mergedSteps(ofLane.values(), range.Step) }
}

/** The types of events that somebody does not want to see; this browser remembers them. */
export function useHiddenTypes(): { hidden: ReadonlySet<number>; toggle: (type: number) => void } {
  const [types, setTypes] = useState(() => stored.read('hiddenEvents', Hidden) ?? [])
  const hidden = useMemo(() => new Set(types), [types])
  const toggle = useCallback(
    (type: number) => {
      const next = hidden.has(type) ? types.filter((it) => it !== type) : [...types, type]
      stored.write('hiddenEvents', next)
      setTypes(next)
    },
    [hidden, types],
  )
  return { hidden, toggle }
}

/** Whether the list beside the windows is open; this browser remembers it, but for a screen that it would cover. */
export function useListOpen(narrow: string): [boolean, (isOpen: boolean) => void] {
  const [wasOpen] = useState(() => stored.read('replayEvents', z.boolean()) ?? false)
  const [isOpen, setIsOpen] = useSide(narrow, wasOpen)
  const open = (next: boolean): void => {
    if (!matchMedia(narrow).matches) stored.write('replayEvents', next)
    setIsOpen(next)
  }
  return [isOpen, open]
}

/** Without the types that are hidden. */
export function useShown(events: TimelineEvents, hidden: ReadonlySet<number>): TimelineEvents {
  return useMemo(() => {
    if (hidden.size === 0) return events
    const shown = (steps: readonly EventStep[]) => steps.filter(({ type }) => !hidden.has(type))
    const lanes = [...events.ofLane].map(([key, steps]) => [key, shown(steps)] as const)
    return { stepMs: events.stepMs, ofLane: new Map(lanes), ofAll: shown(events.ofAll) }
  }, [events, hidden])
}

interface Beside {
  keys: readonly string[]
  hidden: ReadonlySet<number>
  atMs: () => number
  found: (atMs: number) => void
  none: () => void
}

/** Goes to the next or the previous event, wherever it is; each press begins where the one before has led. */
export function useEventBeside({ keys, hidden, atMs, found, none }: Beside): (towards: 1 | -1) => void {
  const last = useRef(Promise.resolve<unknown>(undefined))
  return (towards) => {
    const Cameras = camerasOf(keys)
    const Types = EVENT_TYPES.map((_, type) => type).filter((type) => !hidden.has(type))
    if (Cameras.length === 0 || Types.length === 0) return none()
    const look = () =>
      succeeds(async () => {
        const At = Math.max(0, Math.round(atMs() + towards * SAME_MS))
        const Towards = towards > 0 ? ('next' as const) : ('previous' as const)
        const ofTypes = hidden.size > 0 ? { Types } : {}
        const { Event } = await send(eventBeside, { Cameras, At, Towards, ...ofTypes })
        if (Event) found(Event.Time)
        else none()
      })
    last.current = last.current.then(look)
  }
}
