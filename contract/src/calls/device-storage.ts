/** What devices keep themselves, on a memory card or as a recorder (ONVIF Profile G). */
import { z } from 'zod'

import { call, listOf } from '../call.ts'
import { DID } from '../ids.ts'
import { MAX_LANES, StreamPlace, Time } from './record.ts'

/** What devices themselves keep of these cameras, on a memory card or as a recorder: asked of the devices, and a minute old at most. */
export const recordDeviceStorage = call('/vms/record/deviceStorage', {
  title: { en: 'Search recordings on a device', 'zh-cn': '查询设备端录像' },
  access: ['replay'],
  effect: 'reads',
  body: z.object({
    Cameras: z
      .array(z.object({ DID, Channel: StreamPlace.Channel }))
      .min(1)
      .max(MAX_LANES),
    From: Time,
    To: Time,
  }),
  /** Without those that have no storage that can be searched, by ONVIF Profile G, or cannot be asked now. */
  reply: listOf(
    z.object({
      DID: z.string(),
      Channel: z.int(),
      /** Pairs in order, as of a timeline. */
      Spans: z.array(z.number()),
      /** Start and end of what is being fetched from it by `fetchDeviceStorage`; empty where nothing is. */
      Fetching: z.array(z.number()),
    }),
  ),
  example: (ids) => ({ Cameras: [{ DID: ids.device }], From: 1, To: 2 }),
})

/** The longest stretch that is fetched from a device at a time. */
export const MOST_FETCHED_MS = 3_600_000

/**
 * Fetches what a device keeps of a time that is not recorded, as fast as it was taken, from the first moment of the range on that is
 * missing. What comes is on the timeline at once, and is kept as long as if it had been recorded today. Refused with `noRecording`
 * where nothing is missing or the device keeps nothing of it, with `overloaded` while something else is fetched from it.
 */
export const fetchDeviceStorage = call('/vms/record/fetchDeviceStorage', {
  title: { en: 'Fetch recordings from a device', 'zh-cn': '从设备获取录像' },
  access: ['replay'],
  body: z.object({ DID, Channel: StreamPlace.Channel, From: Time, To: Time }),
  reply: z.object({
    /** What is being fetched. */
    From: z.number(),
    To: z.number(),
  }),
  example: (ids) => ({ DID: ids.device, From: 1, To: 2 }),
  refusals: ['noRecording', 'deviceOffline', 'overloaded'],
})

/** Ends what `fetchDeviceStorage` began; what has come stays. Does nothing where nothing is being fetched. */
export const stopFetchDeviceStorage = call('/vms/record/stopFetchDeviceStorage', {
  title: { en: 'Stop fetching recordings from a device', 'zh-cn': '停止从设备获取录像' },
  access: ['replay'],
  body: z.object({ DID, Channel: StreamPlace.Channel }),
  reply: z.object({}),
  example: (ids) => ({ DID: ids.device }),
})
