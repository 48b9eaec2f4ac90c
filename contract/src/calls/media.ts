/** What is carried by other means than an envelope, checked by the same `authorize`. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'
import { LIVE_PATH, Quality } from '../live.ts'

/** One window of the live socket. */
export const watchLive = call(LIVE_PATH, {
  title: { en: 'Watch live video', 'zh-cn': '观看实时视频' },
  effect: 'discloses',
  access: ['realTimeVideo', 'deviceMap', 'deviceManger', 'alarmManger'],
  transport: 'socket',
  body: z.object({ did: DID, channel: z.int().min(0).max(255), quality: Quality }),
  reply: Empty,
  example: (ids) => ({ did: ids.device, channel: 0, quality: 'main' }),
  refusals: ['noVideo', 'deviceNotFound'],
})
