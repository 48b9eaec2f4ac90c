/** What the simulator says of itself when it is ready. */
import { DevType } from '@vedette/contract/devices'
import { z } from 'zod'

export const Simulated = z.object({
  type: z.literal('ready'),
  rtspPort: z.int(),
  onvifPort: z.int(),
  username: z.string(),
  password: z.string(),
  devices: z.array(
    z.object({
      number: z.int(),
      devType: DevType,
      name: z.string(),
      place: z.string(),
      did: z.string(),
      licence: z.string(),
      /** Empty for what has no pictures. */
      onvifUrl: z.string(),
    }),
  ),
})
export type Simulated = z.infer<typeof Simulated>
