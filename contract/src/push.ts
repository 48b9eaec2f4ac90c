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
  Kind: z.enum(['upgrade', 'import']),
  ID: z.string(),
  /** Empty for a job that is about no one device. */
  DID: z.string(),
  State: z.string(),
  /** Per cent. */
  Progress: z.int(),
  /** Of an import: rows. */
  Done: z.int().optional(),
  Total: z.int().optional(),
})
export type ProgressBody = z.infer<typeof ProgressBody>
