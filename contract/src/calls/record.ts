/** Calls about recordings: what is recorded, how long it is kept, what there is. */
import { z } from 'zod'

import { TimeRange } from '../alarm-settings.ts'
import { call, Empty, listOf, Paging } from '../call.ts'
import { DID, GID } from '../ids.ts'
import { Quality } from '../live.ts'
import { nameOfAtMost } from '../names.ts'

/** `alarm`: what an alarm is near stays · `schedule`: within `Ranges` all of it, and `Outside` of them. */
const Mode = z.enum(['continuous', 'alarm', 'schedule', 'off'])

const RecordPolicy = z.object({
  Main: Mode,
  Sub: Mode,
  /** What is kept before and after an alarm, s; files are of a minute, and kept whole. */
  PreS: z.int().min(0).max(600).default(10),
  PostS: z.int().min(0).max(3600).default(30),
  Ranges: z.array(TimeRange).max(56).default([]),
  Outside: z.enum(['off', 'alarm']).default('off'),
  /** How long recordings are kept. */
  Days: z.int().min(1).max(3650),
  /** The most that they take, of a region with all below it; 0: no limit of its own. */
  MaxBytes: z
    .int()
    .min(0)
    .max(2 ** 50),
})
export type RecordPolicy = z.infer<typeof RecordPolicy>

const PolicyInForce = z.object({
  Policy: RecordPolicy,
  /** Where the policy comes from: the device itself, the region `GID` above it, or the platform. */
  From: z.enum(['own', 'region', 'platform']),
  GID: z.string(),
})

/** The policy in force for a device. */
export const recordPolicy = call('/vms/record/policy', {
  title: { en: 'Read the recording schedule of a device', 'zh-cn': '查看设备录像计划' },
  access: ['deviceManger'],
  effect: 'reads',
  body: z.object({ DID }),
  reply: PolicyInForce,
  example: (ids) => ({ DID: ids.device }),
})

/** Gives devices a policy of their own, or with null takes it away. */
export const setRecordPolicy = call('/vms/record/setPolicy', {
  title: { en: 'Change the recording schedule of devices', 'zh-cn': '修改设备录像计划' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DIDs: z.array(DID).min(1).max(1000), Policy: RecordPolicy.nullable() }),
  reply: Empty,
  example: (ids) => ({ DIDs: [ids.device], Policy: null }),
})

/** What a policy would do to a device or a region before it is set, or with null, that its own is taken away. */
export const recordPolicyEffect = call('/vms/record/policyEffect', {
  title: { en: 'See what a recording schedule would delete', 'zh-cn': '查看录像计划变更影响' },
  access: ['deviceManger.deviceConf'],
  effect: 'reads',
  /** Names a device, or else a region. */
  body: z.object({ DID: DID.optional(), GID: GID.optional(), Policy: RecordPolicy.nullable() }),
  reply: z.object({
    /** What is older than its days, or more than its size; what is locked of it stays. */
    Bytes: z.int(),
    /** The span of what is older; null where nothing is. */
    From: z.number().nullable(),
    To: z.number().nullable(),
    /** How many days would be kept at the rate of the last hour; null when that is not known. */
    ForecastDays: z.number().nullable(),
  }),
  example: (ids) => ({
    DID: ids.device,
    GID: ids.region,
    Policy: { Main: 'continuous', Sub: 'off', Days: 10, MaxBytes: 0 },
  }),
})

/** What would stay of these devices' recordings if they left the company, and how long. */
export const keptAfterRemoval = call('/vms/record/keptAfterRemoval', {
  title: { en: 'See what stays of removed devices', 'zh-cn': '查看删除设备后保留的录像' },
  access: ['deviceManger.delete', 'deviceManger.deleteAll', 'deviceTransfer'],
  effect: 'reads',
  body: z.object({ DIDs: z.array(DID).min(1).max(9999) }),
  example: ({ device }) => ({ DIDs: [device] }),
  refusals: [],
  reply: z.object({
    /** How many of them have recordings, and of how many some are locked. */
    Devices: z.int(),
    Locked: z.int(),
    Bytes: z.int(),
    /** The shortest and the longest policy among them. */
    DaysFrom: z.int(),
    DaysTo: z.int(),
  }),
})

export const regionRecordPolicy = call('/vms/record/regionPolicy', {
  title: { en: 'Read the recording schedule of a region', 'zh-cn': '查看区域录像计划' },
  access: ['deviceManger'],
  effect: 'reads',
  body: z.object({ GID }),
  reply: PolicyInForce,
  example: (ids) => ({ GID: ids.region }),
})

/** Sets the policy for all devices of a region and those below it that have none of their own. */
export const setRegionRecordPolicy = call('/vms/record/setRegionPolicy', {
  title: { en: 'Change the recording schedule of a region', 'zh-cn': '修改区域录像计划' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ GID, Policy: RecordPolicy.nullable() }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region, Policy: null }),
})

/** How the archive does. */
export const recordStorage = call('/vms/record/storage', {
  title: { en: 'Read the state of recording storage', 'zh-cn': '查看录像存储状态' },
  access: ['deviceManger'],
  effect: 'reads',
  body: Empty,
  reply: z.object({
    /**
     * `ok` · `full`: there is no room, so the oldest goes before its time · `unwritable`: nothing can be recorded ·
     * `locked`: there is no room and what is left is locked.
     */
    State: z.enum(['ok', 'full', 'unwritable', 'locked']),
    /** What the machine said, in English; empty when all is well. */
    Reason: z.string(),
    /** Since when, ms since 1970. */
    Since: z.number(),
    /** Size of the recordings that the caller may see. */
    UsedBytes: z.int(),
    /** What the platform's archive may take, and what its disk has; null but for the company that runs the platform. */
    LimitBytes: z.int().nullable(),
    FreeBytes: z.int().nullable(),
    /** How many days recordings can reach back at the rate of the last hour, null when that is not known. */
    ForecastDays: z.number().nullable(),
    /** `ahead`: the machine's clock jumped, so nothing is deleted for its age beyond what really passed. */
    Clock: z.enum(['trusted', 'ahead']),
    ClockAheadMs: z.int(),
    /** SHA-256 fingerprint of the key that signs seals and evidence. */
    EvidenceKey: z.string(),
  }),
  example: () => ({}),
})

/** The machine's clock is right although it jumped: recordings age by it again. Only for the company that runs the platform. */
export const trustRecordClock = call('/vms/record/trustClock', {
  title: { en: 'Confirm the clock of recording storage', 'zh-cn': '确认录像存储时钟' },
  access: 'administrator',
  body: Empty,
  reply: Empty,
  example: () => ({}),
  refusals: ['unavailable'],
})

const DeviceUsage = z.object({
  DID: z.string(),
  DevName: z.string(),
  Bytes: z.int(),
  Files: z.int(),
  /** Null where there is no recording. */
  From: z.number().nullable(),
  To: z.number().nullable(),
  /** What a day takes at the rate of the last hour. */
  BytesPerDay: z.int(),
  /** How many days will be kept: the policy's, or fewer where its size is reached before; null when that is not known. */
  ForecastDays: z.number().nullable(),
})

/** What the devices' recordings take, and how far back they will reach. */
export const recordUsage = call('/vms/record/usage', {
  title: { en: 'Read the storage used by recordings', 'zh-cn': '查看录像占用空间' },
  access: ['deviceManger'],
  effect: 'reads',
  body: z.object({ GID: GID.optional(), ...Paging, PageSize: z.int().min(1).max(200).default(10) }),
  reply: listOf(DeviceUsage),
  example: (ids) => ({ GID: ids.region }),
})

/** The most that a timeline asks for at once. */
export const MAX_LANES = 64

export const Time = z.int().min(0).max(8_640_000_000_000_000)
/** Names one stream of a device. */
export const StreamPlace = { Channel: z.int().min(0).max(255).default(0), Quality: Quality.default('main') }
const Stream = { DID, ...StreamPlace }

/** Lets retention spare, from then on, what the device recorded in this time. */
export const addRecordLock = call('/vms/record/addLock', {
  title: { en: 'Lock recordings', 'zh-cn': '锁定录像' },
  access: ['replay'],
  body: z.object({
    DID,
    From: Time,
    To: Time,
    Reason: nameOfAtMost(200),
    /** When it ends by itself; null: not before somebody takes it away. */
    Until: Time.nullable().default(null),
  }),
  reply: z.object({ LockID: z.string() }),
  example: (ids) => ({ DID: ids.device, From: 1, To: 2, Reason: 'evidence' }),
})

export const removeRecordLock = call('/vms/record/removeLock', {
  title: { en: 'Unlock recordings', 'zh-cn': '解锁录像' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, LockID: z.string().max(32) }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, LockID: 'none' }),
})

export const RecordLock = z.object({
  LockID: z.string(),
  DID: z.string(),
  From: z.number(),
  To: z.number(),
  Reason: z.string(),
  Account: z.string(),
  At: z.number(),
  Until: z.number().nullable(),
})

export const recordLocks = call('/vms/record/locks', {
  title: { en: 'List locked recordings', 'zh-cn': '查询录像锁定记录' },
  access: ['replay', 'deviceManger'],
  effect: 'reads',
  body: z.object({ DIDs: z.array(DID).min(1).max(MAX_LANES) }),
  reply: listOf(RecordLock),
  example: (ids) => ({ DIDs: [ids.device] }),
})

const JournalEntry = z.object({
  DID: z.string(),
  /** Empty for a device that is gone. */
  DevName: z.string(),
  At: z.number(),
  /** Why: its days were over; nothing happened near it; a device, a region or the archive had reached its size; the disk was full. */
  Reason: z.enum(['days', 'noAlarm', 'deviceSize', 'regionSize', 'archiveSize', 'diskFull']),
  Files: z.int(),
  Bytes: z.int(),
  From: z.number(),
  To: z.number(),
  /** False while it is under way. */
  IsDone: z.boolean(),
})

/** What retention deleted, the latest first. */
export const recordJournal = call('/vms/record/journal', {
  title: { en: 'List deleted recordings', 'zh-cn': '查询录像删除记录' },
  access: ['deviceManger'],
  effect: 'reads',
  body: z.object({
    DID: DID.optional(),
    /** A region with those below it. */
    GID: GID.optional(),
    From: Time.optional(),
    To: Time.optional(),
    ...Paging,
    PageSize: z.int().min(1).max(200).default(10),
  }),
  reply: listOf(JournalEntry),
  example: (ids) => ({ DID: ids.device, GID: ids.region }),
})

/** What there is of up to 64 streams, in as much detail as `Step` asks for. */
export const recordTimeline = call('/vms/record/timeline', {
  title: { en: 'Search recordings', 'zh-cn': '查询录像' },
  access: ['replay', 'alarmManger', 'deviceMap'],
  effect: 'reads',
  body: z.object({
    Streams: z.array(z.object(Stream)).min(1).max(MAX_LANES),
    From: Time,
    To: Time,
    /** Gaps and recordings shorter than this, in ms, are not told apart. */
    Step: z.int().min(0).max(86_400_000).default(0),
  }),
  reply: z.object({
    List: z.array(
      z.object({
        DID: z.string(),
        Channel: z.int(),
        Quality,
        /** Pairs in order: start, end, start, end, …, ms since 1970. */
        Spans: z.array(z.number()),
      }),
    ),
  }),
  example: (ids) => ({ Streams: [{ DID: ids.device }], From: 1, To: 2 }),
})

/** The most moments that are asked about at once. */
export const MAX_GAPS = 100

/** Why nothing is recorded of a camera at these moments, as far as is known. */
export const recordGaps = call('/vms/record/gaps', {
  title: { en: 'See why nothing is recorded', 'zh-cn': '查看无录像原因' },
  access: ['replay'],
  effect: 'reads',
  body: z.object({ DID, Channel: StreamPlace.Channel, At: z.array(Time).min(1).max(MAX_GAPS) }),
  reply: z.object({
    /**
     * By moment. `away`: the camera sent no pictures · `disk`: the disk failed or was full · `platform`: the platform was not running ·
     * `off`, `alarm`: by the settings nothing is recorded then, or on alarm alone · `deleted`: retention deleted it.
     */
    Reasons: z.array(z.enum(['away', 'disk', 'platform', 'off', 'alarm', 'deleted', 'unknown'])),
  }),
  example: (ids) => ({ DID: ids.device, At: [1] }),
})
