/** Calls that run recorded footage through settings of alarms, to tune them before they are saved. */
import { z } from 'zod'

import { AlarmSettings } from '../alarm-settings.ts'
import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { Quality } from '../live.ts'

export const MAX_TRIAL_MS = 10 * 60_000

const Time = z.int().min(0).max(8_640_000_000_000_000)
const TrialID = z.string().regex(/^[0-9A-Za-z]{1,32}$/)
const Trial = z.object({ DID, TrialID })

/**
 * Looks at what was recorded, at most ten minutes of it, with these settings, and raises nothing. Returns at once;
 * `detectionTrial` says how it goes. Ends one that the account has running; it also ends when nobody asks for it any more.
 */
export const beginDetectionTrial = call('/vms/record/beginDetectionTrial', {
  title: { en: 'Test alarm settings on recordings', 'zh-cn': '用录像测试告警配置' },
  access: ['replay'],
  effect: 'discloses',
  body: z.object({
    DID,
    Channel: z.int().min(0).max(255).default(0),
    From: Time,
    To: Time,
    /** Its switches of detection, sensitivity, zones and ranges; the device's own are not changed. */
    Alarm: AlarmSettings,
  }),
  reply: z.object({ TrialID: z.string() }),
  example: (ids) => ({
    DID: ids.device,
    From: 1,
    To: 2,
    Alarm: {
      MotionDetection: true,
      MotionTracking: false,
      HumanDetection: false,
      HumanTracking: false,
      Sensitivity: 50,
      Ranges: [],
      Zones: [],
    },
  }),
  refusals: ['noRecording', 'unavailable', 'overloaded'],
})

const Found = z.object({
  /** Its number among what the trial found. */
  Place: z.int(),
  Kind: z.enum(['motion', 'human']),
  At: z.number(),
  /** When it was last seen. */
  Last: z.number(),
  /** False: so soon after one of its kind that it would be kept without a notice. */
  IsAnnounced: z.boolean(),
  /** False: it began outside of `Ranges`, when the camera is not looked at. */
  IsScheduled: z.boolean(),
  /** When its picture was recorded; 0 while there is none. */
  PictureAt: z.number(),
  /** In the picture, in parts of it. */
  Box: z.object({ X: z.number(), Y: z.number(), W: z.number(), H: z.number() }),
})

/** How a trial goes, and what would have been raised so far. */
export const detectionTrial = call('/vms/record/detectionTrial', {
  title: { en: 'Read a test of alarm settings', 'zh-cn': '查看告警配置测试' },
  access: ['replay'],
  effect: 'reads',
  body: Trial,
  reply: z.object({
    State: z.enum(['running', 'done', 'failed']),
    /** Why it failed, in English. */
    Detail: z.string(),
    /** How much footage was looked at, ms, and how much there is. */
    Done: z.number(),
    Total: z.number(),
    /** Which recording of the camera was looked at. */
    Quality,
    /** False: nothing on this machine finds people, so none were looked for. */
    HasPeople: z.boolean(),
    List: z.array(Found),
    /** A value for each second from `From` on, null where nothing was recorded. */
    Strip: z.object({
      From: z.number(),
      /** Size of the largest thing that moved, in parts of the picture. */
      Motion: z.array(z.number().nullable()),
      /** Score of the surest person, 0 … 1. */
      People: z.array(z.number().nullable()),
      /** What a person's score must reach. */
      LeastPerson: z.number(),
    }),
  }),
  example: (ids) => ({ DID: ids.device, TrialID: '01HZ' }),
})

/** The picture of what a trial found. */
export const detectionTrialPicture = call('/vms/record/detectionTrialPicture', {
  title: { en: 'Read a picture of a test of alarm settings', 'zh-cn': '查看告警配置测试图片' },
  access: ['replay'],
  effect: 'reads',
  body: Trial.extend({ Place: z.int().min(0).max(9999) }),
  /** PNG */
  reply: z.object({ Data: z.base64() }),
  example: (ids) => ({ DID: ids.device, TrialID: '01HZ', Place: 0 }),
})

/** Ends a trial and forgets it. */
export const endDetectionTrial = call('/vms/record/endDetectionTrial', {
  title: { en: 'End a test of alarm settings', 'zh-cn': '结束告警配置测试' },
  access: ['replay'],
  effect: 'reads',
  body: Trial,
  reply: Empty,
  example: (ids) => ({ DID: ids.device, TrialID: '01HZ' }),
})
