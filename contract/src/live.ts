/** The live wire: docs/protocol.md, "Live". What the gate sends is in live-message.ts. */
import { z } from 'zod'

import { DID } from './ids.ts'
import { QUALITIES } from './live-message.ts'

export * from './live-message.ts'

export const LIVE_PATH = '/vms/media/live'
/** Windows of one page: a wall of 64, what is looked at beside it, and a patrol's two halves that take turns. */
export const MAX_WINDOWS = 200
/** The ticket must arrive within this time after the socket opened. */
export const HELLO_TIMEOUT_MS = 5000
export const LIVE_CLOSE = { malformed: 4400, notAdmitted: 4401, tooManyWindows: 4429 } as const

export const Quality = z.enum(QUALITIES)

const WindowNumber = z
  .int()
  .min(0)
  .max(MAX_WINDOWS - 1)

export const LiveRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), ticket: z.string().max(300) }),
  z.object({
    type: z.literal('subscribe'),
    window: WindowNumber,
    did: DID,
    channel: z.int().min(0).max(255),
    quality: Quality,
    /** Where it is H.265, as H.264: this browser can't play the other. */
    convert: z.boolean().optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), window: WindowNumber }),
  z.object({ type: z.literal('talk'), did: DID, channel: z.int().min(0).max(255) }),
  z.object({ type: z.literal('hush') }),
  z.object({ type: z.literal('ping'), id: z.int().min(0) }),
])
export type LiveRequest = z.infer<typeof LiveRequest>
