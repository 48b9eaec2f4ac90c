/** What the simulator says of itself when it is ready. */
import { z } from 'zod'

import type { Child } from './child.ts'

const Ready = z.object({
  type: z.literal('ready'),
  rtspPort: z.int(),
  username: z.string(),
  password: z.string(),
  cameras: z.array(z.object({ number: z.int(), name: z.string(), mainUrl: z.string(), subUrl: z.string() })),
})
export type Simulated = z.infer<typeof Ready>

/** Resolves when the simulator is ready; undefined when it ended before. */
export function simulatorOf(child: Child): Promise<Simulated | undefined> {
  return new Promise((resolve) => {
    child.onMessage((message) => {
      const ready = Ready.safeParse(message)
      if (ready.success) resolve(ready.data)
    })
    child.onExit(() => resolve(undefined))
  })
}
