/** What the simulator says of itself when it is ready. */
import { z } from 'zod'

export const Simulated = z.object({
  type: z.literal('ready'),
  rtspPort: z.int(),
  username: z.string(),
  password: z.string(),
  cameras: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      /** Where it stands; else its name says so. */
      place: z.string().optional(),
      mainUrl: z.string(),
      subUrl: z.string(),
    }),
  ),
})
export type Simulated = z.infer<typeof Simulated>
