import { type LiveNotice, Quality, STATE_REASONS, WINDOW_STATES } from '@vedette/contract/live'
import { z } from 'zod'

const Notice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), nowUs: z.number() }),
  z.object({
    type: z.literal('stream'),
    window: z.number(),
    stream: z.number(),
    did: z.string(),
    channel: z.number(),
    quality: Quality,
  }),
  z.object({
    type: z.literal('state'),
    window: z.number(),
    state: z.enum(WINDOW_STATES),
    /** A reason that this console does not know yet is shown as none. */
    reason: z.enum(STATE_REASONS).catch('none'),
    sinceMs: z.number(),
    attempt: z.number(),
  }),
  z.object({ type: z.literal('refused'), window: z.number(), code: z.string() }),
  z.object({ type: z.literal('pong'), id: z.number(), nowUs: z.number() }),
]) satisfies z.ZodType<LiveNotice>

/** Undefined for a notice that this console does not know: a newer gate may send more. */
export function readNotice(text: string): LiveNotice | undefined {
  return Notice.safeParse(JSON.parse(text)).data
}
