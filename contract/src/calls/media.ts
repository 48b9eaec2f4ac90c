/** What is carried by other means than an envelope, judged by the same `authorize`. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { LIVE_PATH, Quality } from '../live.ts'

/** One window of the live socket. */
export const watchLive = call(LIVE_PATH, {
  effect: 'discloses',
  access: ['realTimeVideo', 'deviceMap', 'deviceManger', 'alarmManger'],
  transport: 'socket',
  body: z.object({ did: DID, channel: z.int().min(0).max(255), quality: Quality }),
  reply: Empty,
})
