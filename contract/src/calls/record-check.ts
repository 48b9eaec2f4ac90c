/** Calls about what was found wrong with recordings: every camera is checked every quarter of an hour. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'

/**
 * `nothing`: it was to be recorded and was not · `gaps`: too little of it · `clock`: the camera's clock is wrong · `black` ·
 * `frozen`: the same picture all the time · `turned`: it shows another place than before.
 */
export const CHECK_FAULTS = ['nothing', 'gaps', 'clock', 'black', 'frozen', 'turned'] as const
export type CheckFault = (typeof CHECK_FAULTS)[number]

const Time = z.int().min(0).max(8_640_000_000_000_000)
const LONGEST_MS = 32 * 86_400_000

const CheckedHour = z.object({
  /** When it begins. */
  At: z.number(),
  /** Recorded part of what was to be recorded, in percent; null when nothing was to be. */
  Percent: z.int().nullable(),
  /** False where no pictures were looked at: nothing was recorded, or there is no decoder. */
  IsLooked: z.boolean(),
  Faults: z.array(z.enum(CHECK_FAULTS)),
})

const Camera = { DID: z.string(), Channel: z.int() }

/** What was found of some cameras' hours. */
export const recordChecks = call('/vms/record/checks', {
  title: { en: 'Read how recordings were checked', 'zh-cn': '查询录像巡检结果' },
  access: ['replay', 'deviceManger'],
  effect: 'reads',
  body: z.object({ DIDs: z.array(DID).min(1).max(64), From: Time, To: Time }),
  reply: z.object({
    /** False where this machine has nothing to decode pictures with. */
    CanLook: z.boolean(),
    List: z.array(z.object({ ...Camera, Hours: z.array(CheckedHour) })),
  }),
  example: (ids) => ({ DIDs: [ids.device], From: 1, To: LONGEST_MS }),
})

/** The last seven whole days of all cameras that the caller sees. */
export const recordCheckWeek = call('/vms/record/checkWeek', {
  title: { en: 'Read the week’s check of recordings', 'zh-cn': '查看一周录像巡检' },
  access: ['replay', 'deviceManger'],
  effect: 'reads',
  body: Empty,
  reply: z.object({
    From: z.number(),
    To: z.number(),
    Cameras: z.int(),
    /** Recorded part of all that was to be recorded; null when nothing was to be. */
    Percent: z.number().nullable(),
    /** Those with something wrong, the worst first. */
    Wrong: z.array(
      z.object({
        ...Camera,
        Name: z.string(),
        Percent: z.int().nullable(),
        /** Hours with each fault. */
        Hours: z.partialRecord(z.enum(CHECK_FAULTS), z.int()),
      }),
    ),
  }),
  example: () => ({}),
})

/** Where the camera looks now is where it is to look: the next check learns it. */
export const acceptRecordView = call('/vms/record/acceptView', {
  title: { en: 'Confirm where a camera looks', 'zh-cn': '确认摄像机画面方向' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel: z.int().min(0).max(255).default(0) }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device }),
})
