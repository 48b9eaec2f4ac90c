/** What the bench and the platform that it kills say to each other. */
import { z } from 'zod'

export const ToPlatform = z.union([
  /** Raises alarms at this rate, as many. */
  z.object({ type: z.literal('raise'), perSecond: z.number(), count: z.number() }),
  z.object({ type: z.literal('list') }),
])
export type ToPlatform = z.infer<typeof ToPlatform>

export const FromPlatform = z.union([
  z.object({ type: z.literal('ready'), address: z.string() }),
  /** Are in the database, which has said so. */
  z.object({ type: z.literal('stored'), ids: z.array(z.string()) }),
  /** All that are there. */
  z.object({ type: z.literal('list'), ids: z.array(z.string()) }),
])
export type FromPlatform = z.infer<typeof FromPlatform>
