/** Calls about alarms and the other events of devices: section 7 "Events", readings 46, 50 and 53. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { ALARM_STATES, CloudEid, EVENT_ORIGINS, EVENT_TYPES, EventBox } from '../events.ts'
import { DeviceIdentity, DID, GID } from '../ids.ts'

export const EventTime = z.int().min(0).max(8_640_000_000_000_000)
export const EventChannel = z.int().min(0).max(255)
/** 0 to 8: `EVENT_TYPES`. */
export const TypeNumber = z
  .int()
  .min(0)
  .max(EVENT_TYPES.length - 1)
/** YYYY-MM-DD in the company's zone. */
export const EventDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'not a date')

const EXAMPLE_EID = '01JDGZ0000000000000000000A'

/** Which events: left out, a condition holds for all. */
const Filter = {
  Types: z.array(TypeNumber).max(EVENT_TYPES.length).optional(),
  From: EventTime.optional(),
  /** Not included. */
  To: EventTime.optional(),
  DIDs: z.array(DID).max(200).optional(),
  /** A region with those below it. */
  GID: GID.optional(),
  ChannelNum: EventChannel.optional(),
  /** Whether the caller has looked at it. */
  Reviewed: z.boolean().optional(),
  States: z.array(z.enum(ALARM_STATES)).max(ALARM_STATES.length).optional(),
}

const EventItem = z.object({
  CloudEid: z.string(),
  EventID: z.int(),
  Type: z.int(),
  Origin: z.enum(EVENT_ORIGINS),
  DID: z.string(),
  DevName: z.string(),
  Alias: z.string(),
  /** The CTEI in the telecom variant; empty for a device that is gone. */
  License: z.string().default(''),
  /** Empty: of no region. */
  GID: z.string(),
  GroupName: z.string(),
  channelNum: z.int(),
  Time: z.number(),
  /** Null while it goes on. */
  EndTime: z.number().nullable(),
  /** What was recognised: the number of a zone, which have no names, the name of a sensor, a code; `-` where there is none. */
  IdentName: z.string(),
  HasImage: z.union([z.literal(0), z.literal(1)]),
  /** Address of a small picture, good for five minutes; empty without one. */
  Url: z.string(),
  Box: EventBox.nullable(),
  /** Whether the caller has looked at it. */
  Reviewed: z.boolean(),
  State: z.enum(ALARM_STATES),
  /** The full name of who claimed or closed it, and when; empty and null while it is new. */
  StateBy: z.string(),
  StateTime: z.number().nullable(),
  Note: z.string(),
})
export type EventItem = z.infer<typeof EventItem>

const ALARM_VIEWERS = ['alarmManger', 'realTimeVideo'] as const

/** Alarms and other events, the latest first. `Total` counts 10,000 at most: that many stands for that many or more. */
export const getEventListV2 = call('/vms/cloud/getEventListV2', {
  title: { en: 'List alarms', 'zh-cn': '查询报警列表' },
  effect: 'reads',
  access: ['alarmManger', 'realTimeVideo', 'replay', 'deviceMap'],
  body: z.object({
    ...Filter,
    /** Those older than this one, by time: steadier than pages while new ones come. */
    Before: CloudEid.optional(),
    ...Paging,
  }),
  reply: listOf(EventItem),
  example: (ids) => ({ DIDs: [ids.device], GID: ids.region, Types: [0, 1], PageSize: 20 }),
})

/** How many there are by type and by hour. */
export const countEvents = call('/vms/event/countEvents', {
  title: { en: 'Count alarms', 'zh-cn': '统计报警数量' },
  effect: 'reads',
  access: ['alarmManger'],
  body: z.object({ From: EventTime, To: EventTime, DIDs: Filter.DIDs, GID: Filter.GID }),
  reply: z.object({
    Total: z.int(),
    Types: z.array(z.object({ Type: z.int(), Count: z.int() })),
    /** The devices with the most, at most 50. */
    Devices: z.array(z.object({ DID: z.string(), Count: z.int() })),
    /** Begins of hours (UTC), in order; those without any are left out. */
    Hours: z.array(z.object({ Time: z.number(), Type: z.int(), Count: z.int() })),
    /** That the caller has not looked at yet. */
    Unreviewed: z.int(),
  }),
  example: (ids) => ({
    From: 1_763_856_000_000,
    To: 1_763_942_400_000,
    DIDs: [ids.device],
    GID: ids.region,
  }),
})

/** The newest events of a device. */
export const getDeviceEventID = call('/vms/event/getDeviceEventID', {
  title: { en: "List a device's event ids", 'zh-cn': '查询设备事件编号' },
  effect: 'reads',
  access: ['alarmManger', 'realTimeVideo', 'replay', 'deviceMap'],
  body: z.object({ DID, Date: EventDate.optional() }),
  reply: listOf(z.object({ CloudEid: z.string(), EventID: z.int(), Time: z.number(), channelNum: z.int() })),
  example: (ids) => ({ DID: ids.device }),
})

/** Pictures and clips of a device, as addresses that are good for five minutes. */
export const getDeviceMultiMedia = call('/vms/event/getDeviceMultiMedia', {
  title: { en: "List a device's pictures and clips", 'zh-cn': '查询设备图片与录像片段' },
  effect: 'discloses',
  access: ['alarmManger', 'replay'],
  seqid: '61',
  isQuiet: true,
  body: z.object({ DID, Eid: CloudEid.optional(), From: EventTime.optional(), To: EventTime.optional() }),
  reply: listOf(
    z.object({
      Kind: z.enum(['picture', 'clip']),
      Url: z.string(),
      Time: z.number(),
      EndTime: z.number().nullable(),
      CloudEid: z.string(),
      channelNum: z.int(),
    }),
  ),
  example: (ids) => ({ DID: ids.device }),
})

/** Where the pictures of an alarm are fetched as PNG, one behind the other, the best first; 2018 while there is none. Asked by who is told of alarms (3740). */
export const getEventCloudPic = call('/vms/cloud/getEventCloudPic', {
  title: { en: 'Show the picture of an alarm', 'zh-cn': '查看报警图片' },
  effect: 'discloses',
  access: ALARM_VIEWERS,
  body: z.object({
    // Checked by the event, which stays with the company when its device goes.
    DID: DeviceIdentity,
    Eid: CloudEid,
    Date: z.string().max(40).optional(),
    ChannelNum: EventChannel.optional(),
  }),
  reply: z.object({ DownUrl: z.string() }),
  example: (ids) => ({ DID: ids.device, Eid: EXAMPLE_EID, ChannelNum: 0 }),
  refusals: ['pictureNotReady'],
})

const Eids = z.array(CloudEid).min(1).max(500)

/** Deletes alarms with their pictures. More than one needs `deleteAll`. */
export const deleteEvent = call('/vms/event/deleteEvent', {
  title: { en: 'Delete alarms', 'zh-cn': '删除报警' },
  access: ['alarmManger.delete', 'alarmManger.deleteAll'],
  body: z.object({ CloudEids: Eids }),
  reply: z.object({ Deleted: z.int() }),
  example: () => ({ CloudEids: [EXAMPLE_EID] }),
})

/** Whether the caller has looked at them. */
export const reviewEvents = call('/vms/event/reviewEvents', {
  title: { en: 'Mark alarms as reviewed', 'zh-cn': '标记报警已查看' },
  access: ['alarmManger'],
  body: z.object({ CloudEids: Eids, Reviewed: z.boolean().default(true) }),
  reply: Empty,
  example: () => ({ CloudEids: [EXAMPLE_EID] }),
})

/**
 * Claims alarms, closes them, or opens them again. What another person has claimed stays theirs until they let it go or close
 * it, their account is deleted or disabled, or a full administrator handles it.
 */
export const setAlarmState = call('/vms/event/setAlarmState', {
  title: { en: 'Handle alarms', 'zh-cn': '处理报警' },
  access: ['alarmManger'],
  body: z.object({
    CloudEids: Eids,
    State: z.enum(ALARM_STATES),
    /** Left out, the note stays as it is. */
    Note: z.string().trim().max(500).optional(),
  }),
  reply: z.object({
    /** Those that are of this state now; the others are claimed by another person. */
    Changed: z.int(),
  }),
  example: () => ({ CloudEids: [EXAMPLE_EID], State: 'claimed' as const }),
})

/** A file of the alarms that the filter leaves, in base64. */
export const exportEvents = call('/vms/event/exportEvents', {
  title: { en: 'Export alarms', 'zh-cn': '导出报警列表' },
  effect: 'discloses',
  access: ['alarmManger'],
  body: z.object({
    ...Filter,
    Format: z.enum(['xlsx', 'csv']).default('xlsx'),
    Language: z.enum(['zh-cn', 'en']).default('en'),
  }),
  reply: z.object({ FileName: z.string(), File: z.string() }),
  example: (ids) => ({ DIDs: [ids.device], GID: ids.region }),
  refusals: ['tooLarge'],
})

export const EVENT_PICTURE_PATH = '/vms/media/eventPicture'

/** What a signed address of a picture admits to, checked again when it is fetched. */
export const fetchEventPicture = call(EVENT_PICTURE_PATH, {
  title: { en: 'Fetch the picture of an alarm', 'zh-cn': '获取报警图片' },
  effect: 'reads',
  access: ['alarmManger', 'realTimeVideo', 'replay', 'deviceMap'],
  transport: 'url',
  body: z.object({}),
  reply: Empty,
  example: () => ({}),
})
