/** Calls by which recordings are read. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { Quality } from '../live.ts'
import { StreamPlace, Time } from './record.ts'

/** The longest range of one URL. */
export const MAX_RANGE_MS = 24 * 3_600_000

export const ReplayRange = {
  From: Time,
  To: Time,
  /** `play`: from the key frame before, for a player · `file`: a plain MP4 file that lasts exactly so long · `keys`: key frames alone. */
  Form: z.enum(['play', 'file', 'keys']).default('play'),
  /** For `keys`: how many times as fast its media time passes; below 0 backwards. */
  Speed: z
    .int()
    .min(-128)
    .max(128)
    .default(8)
    .refine((speed) => speed !== 0, 'a speed is not 0'),
}

const ReplayPart = z.object({
  /** Good for five minutes and this session. */
  Url: z.string(),
  /** The wall clock at time 0 of the part's media. */
  Origin: z.number(),
  From: z.number(),
  To: z.number(),
  /** RFC 6381. */
  Codecs: z.string(),
  /** Times without footage that a file leaves out: start, end, start, end, …, ms since 1970. */
  Gaps: z.array(z.number()).default([]),
})

/**
 * Where a time of a stream is fetched as fMP4: one part for each stretch without a change of format, in order (backwards:
 * the latest first). Refused with `noRecording` when there is nothing.
 */
export const replayUrl = call('/vms/record/replayUrl', {
  title: { en: 'Open recordings', 'zh-cn': '打开录像' },
  access: ['replay', 'alarmManger'],
  // Who fetches the footage is in the audit log.
  effect: 'reads',
  body: z.object({ DID, ...StreamPlace, ...ReplayRange }),
  reply: z.object({ Parts: z.array(ReplayPart) }),
  example: (ids) => ({ DID: ids.device, From: 1, To: 2 }),
  refusals: ['noRecording', 'gatewayNoPlayback', 'unavailable'],
})

/** The most cameras that are opened together. */
export const MAX_TOGETHER = 16

/** Like `replayUrl`, for the cameras that one clock plays: an entry for each, in their order; without parts where there is nothing. */
export const replayUrls = call('/vms/record/replayUrls', {
  title: { en: 'Open recordings of several cameras', 'zh-cn': '打开多路录像' },
  access: ['replay', 'alarmManger'],
  // Who fetches the footage is in the audit log.
  effect: 'reads',
  body: z.object({
    Streams: z
      .array(
        z.object({
          DID,
          Channel: StreamPlace.Channel,
          /** The first of them that is recorded then. */
          Qualities: z.array(Quality).min(1).max(2).default(['main', 'sub']),
        }),
      )
      .min(1)
      .max(MAX_TOGETHER),
    ...ReplayRange,
  }),
  reply: z.object({ List: z.array(z.object({ Parts: z.array(ReplayPart) })) }),
  example: (ids) => ({ Streams: [{ DID: ids.device }], From: 1, To: 2 }),
  refusals: ['gatewayNoPlayback', 'unavailable'],
})

/** Where the key frame at or before a moment is fetched as a picture. */
export const recordPictureUrl = call('/vms/record/pictureUrl', {
  title: { en: 'Open a recorded picture', 'zh-cn': '打开录像截图' },
  access: ['replay', 'alarmManger'],
  // Who fetches the picture is in the audit log.
  effect: 'reads',
  body: z.object({ DID, ...StreamPlace, At: Time, Format: z.enum(['jpeg', 'png']).default('jpeg') }),
  reply: z.object({
    Url: z.string(),
    /** When the key frame was taken. */
    At: z.number(),
  }),
  example: (ids) => ({ DID: ids.device, At: 1 }),
  refusals: ['noRecording', 'gatewayNoPlayback'],
})

export const PICTURE_PATH = '/vms/media/recordedPicture'

/** What a signed URL admits to, checked again when it is fetched. */
export const fetchReplay = call('/vms/media/replay', {
  title: { en: 'Fetch recordings', 'zh-cn': '获取录像' },
  access: ['replay', 'alarmManger'],
  effect: 'discloses',
  transport: 'url',
  body: z.object({ did: DID }),
  reply: Empty,
  example: (ids) => ({ did: ids.device }),
  refusals: ['noRecording'],
})

export const fetchRecordedPicture = call(PICTURE_PATH, {
  title: { en: 'Fetch a recorded picture', 'zh-cn': '获取录像截图' },
  access: ['replay', 'alarmManger'],
  effect: 'discloses',
  transport: 'url',
  body: z.object({ did: DID }),
  reply: Empty,
  example: (ids) => ({ did: ids.device }),
  refusals: ['noRecording', 'imageLoadFailed', 'unavailable'],
})
