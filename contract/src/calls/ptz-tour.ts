/** Tours that the platform makes with a camera that turns: from preset to preset, also while nobody looks. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const PTZ_TOUR_NAME_MAX = 32
/** Tours of one camera. */
export const MOST_PTZ_TOURS = 20
export const PTZ_TOUR_STOPS = { min: 2, max: 50 } as const
/** So long a camera looks at each place, its way there included. */
export const PTZ_DWELL_S = { min: 5, max: 3600 } as const

const Channel = z.int().min(0).max(255).default(0)
const TourID = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')
const Tour = {
  /** Tokens of presets in their order. */
  Presets: z.array(z.string().min(1).max(64)).min(PTZ_TOUR_STOPS.min).max(PTZ_TOUR_STOPS.max),
  DwellS: z.int().min(PTZ_DWELL_S.min).max(PTZ_DWELL_S.max),
}

const PtzTour = z.object({
  ...Tour,
  /** Fewer than two once others were deleted: it can't be started then. */
  Presets: z.array(z.string()),
  TourID: z.string(),
  Name: z.string(),
  /** Account that started it; empty while it does not run. */
  StartedBy: z.string(),
  /** Ms since 1970; 0 while it does not run. */
  StartedAt: z.number(),
  /** It runs, but its camera cannot be reached; it goes on once that is back. */
  IsAway: z.boolean(),
})
export type PtzTour = z.infer<typeof PtzTour>

/** A camera's tours by name; at most one of them runs. */
export const ptzTours = call('/vms/device/ptz/tours', {
  title: { en: 'List tours of a PTZ camera', 'zh-cn': '查询云台巡航' },
  effect: 'reads',
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel }),
  reply: listOf(PtzTour),
  example: ({ device }) => ({ DID: device, Channel: 0 }),
})

/** Keeps a tour; with the id of one of the camera's it replaces that, which goes on if it runs. */
export const savePtzTour = call('/vms/device/ptz/saveTour', {
  title: { en: 'Save a tour of a PTZ camera', 'zh-cn': '保存云台巡航' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, TourID: TourID.optional(), Name: nameOfAtMost(PTZ_TOUR_NAME_MAX), ...Tour }),
  reply: z.object({ TourID: z.string() }),
  example: ({ device }) => ({ DID: device, Channel: 0, Name: 'Night', Presets: ['1', '2'], DwellS: 20 }),
})

export const removePtzTour = call('/vms/device/ptz/removeTour', {
  title: { en: 'Delete a tour of a PTZ camera', 'zh-cn': '删除云台巡航' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, TourID }),
  reply: Empty,
  example: ({ device }) => ({ DID: device, Channel: 0, TourID: 'none' }),
})

/** Starts a tour in the place of any other. It ends when somebody takes the camera in hand, and outlives a restart. */
export const startPtzTour = call('/vms/device/ptz/startTour', {
  title: { en: 'Start a tour of a PTZ camera', 'zh-cn': '启动云台巡航' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, TourID }),
  reply: Empty,
  example: ({ device }) => ({ DID: device, Channel: 0, TourID: 'none' }),
  refusals: ['cameraInHand', 'deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

export const stopPtzTour = call('/vms/device/ptz/stopTour', {
  title: { en: 'Stop a tour of a PTZ camera', 'zh-cn': '停止云台巡航' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel }),
  reply: Empty,
  example: ({ device }) => ({ DID: device, Channel: 0 }),
})
