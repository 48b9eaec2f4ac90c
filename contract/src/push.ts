/** METHODs of `/vms/ws` and their bodies: docs/protocol.md, "Socket". */
import { z } from 'zod'

import { DeviceStatus, Presence } from './devices.ts'

export const SOCKET_PATH = '/vms/ws'

export const METHOD = {
  login: '4116',
  loginReply: '4117',
  heartbeat: '0000',
  alarm: '3740',
  alarmAck: '3741',
  presence: '3750',
  rightsChanged: '3751',
  progress: '3752',
  alarmUpdate: '3755',
  alarmCount: '3754',
  ptz: '3753',
  ring: '3756',
  wallOpen: '3757',
  wallCamera: '3758',
  /** Devices or regions of the company were added, renamed, moved or removed; the body is empty. */
  devicesChanged: '3759',
  /** The same for areas, buildings, residents or vehicles of the community pages. */
  communityChanged: '3760',
} as const

/** Close codes of the socket besides 1003 for a malformed frame. */
export const SOCKET_CLOSE = { malformed: 1003, notAdmitted: 4401, silent: 4408 } as const

/** Heartbeat (section 9). */
export const HEARTBEAT_MS = 6000

export const LoginBody = z.object({ UserToken: z.string().max(200), SDKVersion: z.string().max(50) })
export const LoginReplyBody = z.object({ Key: z.string(), SessionID: z.string() })

export const PresenceBody = z.object({
  List: z.array(
    z.object({
      DID: z.string(),
      Presence,
      Reason: z.string(),
      Since: z.number(),
      Status: DeviceStatus.optional(),
    }),
  ),
})
export type PresenceBody = z.infer<typeof PresenceBody>

export const RightsChangedBody = z.object({ Reason: z.enum(['revoked', 'rights']) })

/** How a job goes that takes longer than a call. */
export const ProgressBody = z.object({
  Kind: z.enum(['upgrade', 'import', 'export']),
  ID: z.string(),
  /** Empty for a job that is about no one device. */
  DID: z.string(),
  State: z.string(),
  /** Per cent. */
  Progress: z.int(),
  /** Rows of an import, bytes of an export. */
  Done: z.int().optional(),
  Total: z.int().optional(),
})
export type ProgressBody = z.infer<typeof ProgressBody>

/** Section 3 "Alarm push event", and ours beside it (reading 46). */
export const AlarmBody = z.object({
  DID: z.string(),
  EventInfo: z.object({ EventID: z.int(), Time: z.number(), CloudEid: z.string() }),
  channelNum: z.int(),
  /** 1: the picture can be fetched now. */
  HasImage: z.union([z.literal(0), z.literal(1)]).optional(),
  DevName: z.string().optional(),
  Alias: z.string().optional(),
  IdentName: z.string().optional(),
})
export type AlarmBody = z.infer<typeof AlarmBody>

/** Bare, the push is named by its SEQID. */
export const AlarmAckBody = z.object({ CloudEid: z.string().max(40).optional() })

/** What became of alarms that were told of: their picture is there, or they are deleted. */
export const AlarmUpdateBody = z.object({
  Kind: z.enum(['picture', 'ended', 'state', 'deleted']),
  CloudEids: z.array(z.string()),
})
export type AlarmUpdateBody = z.infer<typeof AlarmUpdateBody>

/** Alarms that are not told of one by one: those that wait beyond the most that are sent again, or of before a log-in. */
export const AlarmCountBody = z.object({ Waiting: z.int() })
export type AlarmCountBody = z.infer<typeof AlarmCountBody>

/** A doorbell that rang was answered or declined, by whom. */
export const RingBody = z.object({
  DID: z.string(),
  CloudEid: z.string(),
  Act: z.enum(['answer', 'decline']),
  Account: z.string(),
  /** Whether the session that hears of it did it. */
  IsMine: z.boolean(),
})
export type RingBody = z.infer<typeof RingBody>

/** The saved wall that the page shows, so that colleagues can send cameras to it; an empty `WallID`: none any more. */
export const WallOpenBody = z.object({
  WallID: z.string().max(32),
  /** Chosen by the page, by chance. */
  OpenID: z.string().regex(/^[0-9a-f]{32}$/),
  /** `SentAt` of the camera that the page heard of last: those since then are told again. */
  Heard: z.number().default(0),
})
export type WallOpenBody = z.infer<typeof WallOpenBody>

/** A camera that a colleague sends to the wall. */
export const WallCameraBody = z.object({
  OpenID: z.string(),
  DID: z.string(),
  Channel: z.int(),
  Account: z.string(),
  /** Ms since 1970, and for each page another. */
  SentAt: z.number(),
})
export type WallCameraBody = z.infer<typeof WallCameraBody>

/** Who has a camera in hand: an account's name, empty for nobody. */
export const PtzBody = z.object({
  DID: z.string(),
  Channel: z.int(),
  Account: z.string(),
  /** Whether the session that hears of it did it. */
  IsMine: z.boolean(),
  /** Ms since 1970; later as long as commands come. */
  Until: z.number(),
})
export type PtzBody = z.infer<typeof PtzBody>
