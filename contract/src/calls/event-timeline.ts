/** Events on the timeline of recordings: how many there were when, and the one beside a moment. */
import { z } from 'zod'

import { call } from '../call.ts'
import { EVENT_TYPES } from '../events.ts'
import { DID } from '../ids.ts'
import { EventChannel, EventTime, TypeNumber } from './event.ts'
import { MAX_LANES } from './record.ts'

const Cameras = z
  .array(z.object({ DID, Channel: EventChannel.default(0) }))
  .min(1)
  .max(MAX_LANES)

/** A range is told in no more steps than these. */
export const MOST_STEPS = 4000

/** How many events of each type there were in each step of a range: as little for a busy camera as for a quiet one. */
export const eventTimeline = call('/vms/event/timeline', {
  title: { en: 'Show alarms on the timeline', 'zh-cn': '在时间轴上查看报警' },
  effect: 'reads',
  access: ['replay'],
  body: z.object({
    Cameras,
    From: EventTime,
    /** Not included. */
    To: EventTime,
    /** Length of a step, ms; longer where the range would have more than 4,000 of them. */
    Step: z.int().min(1).max(86_400_000),
  }),
  reply: z.object({
    /** Cameras without events are left out. */
    List: z.array(
      z.object({
        DID: z.string(),
        Channel: z.int(),
        /**
         * Triples by time: when the first of them was, ms after `From`; the type; how many until the step's end. With steps of an
         * hour and more the begin of the hour stands for the first.
         */
        Counts: z.array(z.number()),
      }),
    ),
  }),
  example: (ids) => ({ Cameras: [{ DID: ids.device }], From: 1, To: 2, Step: 1 }),
})

/** Which days have an event of these devices that nobody has claimed or resolved yet. */
export const newEventDays = call('/vms/event/newDays', {
  title: { en: 'Show days with open alarms', 'zh-cn': '查看有未处理报警的日期' },
  effect: 'reads',
  access: ['replay'],
  body: z.object({
    DIDs: z.array(DID).min(1).max(MAX_LANES),
    /** Where each day begins and, last, where the last one ends. */
    Edges: z.array(EventTime).min(2).max(32),
  }),
  reply: z.object({
    /** By day. */
    IsNew: z.array(z.boolean()),
  }),
  example: (ids) => ({ DIDs: [ids.device], Edges: [1, 2] }),
})

/** The event of some cameras that is next after a moment, or the last before it. */
export const eventBeside = call('/vms/event/beside', {
  title: { en: 'Go to the next alarm on the timeline', 'zh-cn': '跳转到时间轴上的下一条报警' },
  effect: 'reads',
  access: ['replay'],
  body: z.object({
    Cameras,
    At: EventTime,
    Towards: z.enum(['next', 'previous']),
    /** Left out: of all types. */
    Types: z.array(TypeNumber).min(1).max(EVENT_TYPES.length).optional(),
  }),
  reply: z.object({
    Event: z.object({ DID: z.string(), Channel: z.int(), Type: z.int(), Time: z.number() }).nullable(),
  }),
  example: (ids) => ({ Cameras: [{ DID: ids.device }], At: 1, Towards: 'next' as const }),
})
