/** Calls about patrols that people keep under names. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID, RoleID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const TOUR_NAME_MAX = 50
/** Tours per account. */
export const MOST_TOURS = 50
export const MOST_TOUR_DEVICES = 500

const TourID = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')
const Name = nameOfAtMost(TOUR_NAME_MAX)
/** Time of day in the company's zone. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is no time of day')

const Tour = {
  Devices: z
    .array(z.object({ DID, Channel: z.int().min(0).max(255) }))
    .min(1)
    .max(MOST_TOUR_DEVICES),
  /** So long each picture stays. */
  IntervalS: z.int().min(5).max(3600),
  /** The first window that takes part, from 1. */
  Start: z.int().min(1).max(64),
  /** When it starts by itself on a wall that is in sight; no days: by hand alone. 0 is Sunday. */
  Schedule: z.object({
    Days: z.array(z.int().min(0).max(6)).max(7),
    From: Clock,
    /** On the next day where it is not after From. */
    To: Clock,
  }),
}

const PatrolTour = z.object({
  ...Tour,
  /** Those that the caller may see. */
  Devices: z.array(z.object({ DID: z.string(), Channel: z.int() })),
  TourID: z.string(),
  Name: z.string(),
  /** The role that it is shared with; empty when it is its owner's alone. */
  RoleID: z.string(),
  Owner: z.string(),
  IsOwn: z.boolean(),
})
export type PatrolTour = z.infer<typeof PatrolTour>

/** The caller's own and those shared with the caller's role, by name. */
export const patrolTours = call('/vms/patrol/tours', {
  title: { en: 'List patrol tours', 'zh-cn': '查询轮巡方案' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: Empty,
  reply: listOf(PatrolTour),
  example: () => ({}),
})

/** Keeps a tour; with the id of one of the caller's own it replaces that. Only administrators share with another role than theirs. */
export const savePatrolTour = call('/vms/patrol/save', {
  title: { en: 'Save a patrol tour', 'zh-cn': '保存轮巡方案' },
  access: ['realTimeVideo'],
  body: z.object({ TourID: TourID.optional(), Name, RoleID: RoleID.optional(), ...Tour }),
  reply: z.object({ TourID: z.string() }),
  example: (ids) => ({
    Name: 'Night round',
    RoleID: ids.role,
    Devices: [{ DID: ids.device, Channel: 0 }],
    IntervalS: 15,
    Start: 1,
    Schedule: { Days: [1, 2, 3, 4, 5], From: '22:00', To: '06:00' },
  }),
})

export const removePatrolTour = call('/vms/patrol/remove', {
  title: { en: 'Delete a patrol tour', 'zh-cn': '删除轮巡方案' },
  access: ['realTimeVideo'],
  body: z.object({ TourID }),
  reply: Empty,
  example: () => ({ TourID: 'none' }),
})
