/** What happens at devices: section 3 "Alarm", readings 30, 46 and 59. */
import { z } from 'zod'

/** Sorted by their numbers. */
export const EVENT_TYPES = [
  'motion',
  'human',
  'ring',
  'scan',
  'offline',
  'online',
  'sensor',
  'storage',
  'proof',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Who noticed it: the device itself, or the platform. */
export const EVENT_ORIGINS = ['device', 'server'] as const
export type EventOrigin = (typeof EVENT_ORIGINS)[number]

/** Motion and people that the platform's own detection saw have ids from here. */
const SERVER_IDS = 100_000
const DETECTED = new Set<EventType>(['motion', 'human'])

export function eventTypeNumber(type: EventType): number {
  return EVENT_TYPES.indexOf(type)
}

/** The EventID of the wire. */
export function eventIdOf(type: EventType, origin: EventOrigin): number {
  return eventTypeNumber(type) + (origin === 'server' && DETECTED.has(type) ? SERVER_IDS : 0)
}

/** Undefined for an EventID of a later version. */
export function eventTypeOf(eventId: number): EventType | undefined {
  return EVENT_TYPES[eventId >= SERVER_IDS ? eventId - SERVER_IDS : eventId]
}

/** How far the alarms that a filter leaves are counted: this many stands for that many or more. */
export const MOST_COUNTED = 10_000

/** The id of one event, in the order of their making. */
export const CloudEid = z.string().regex(/^[0-9A-Z]{26}$/, 'not an event id')

/** What is done about an alarm. */
export const ALARM_STATES = ['new', 'claimed', 'resolved', 'false'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** What a detector saw where: parts of the picture's width and height. */
export const EventBox = z.object({
  X: z.number().min(0).max(1),
  Y: z.number().min(0).max(1),
  W: z.number().min(0).max(1),
  H: z.number().min(0).max(1),
})
export type EventBox = z.infer<typeof EventBox>
