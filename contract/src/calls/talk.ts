/** Speaking to devices that have a loudspeaker. The sound itself goes over the live socket: docs/protocol.md, "Talk". */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID } from '../ids.ts'

const channel = z.int().min(0).max(255)

export const talkTo = call('/vms/media/talk', {
  title: { en: 'Talk to a device', 'zh-cn': '与设备对讲' },
  effect: 'changes',
  access: ['realTimeVideo'],
  transport: 'socket',
  body: z.object({ did: DID, channel }),
  reply: Empty,
  example: (ids) => ({ did: ids.device, channel: 0 }),
  refusals: ['deviceNotFound'],
})

/** Whether a device can be spoken to, how, and who speaks to it now. */
export const talkState = call('/vms/device/talk/state', {
  title: { en: 'See whether a device can be talked to', 'zh-cn': '查看对讲能力' },
  effect: 'reads',
  access: ['realTimeVideo'],
  body: z.object({ DID, Channel: channel.default(0) }),
  reply: z.object({
    CanTalk: z.boolean(),
    /** Empty where it has no loudspeaker. */
    Codec: z.enum(['pcmu', 'pcma', 'aac', '']),
    /** The account that speaks; empty for nobody. */
    Speaker: z.string(),
  }),
  example: ({ device }) => ({ DID: device, Channel: 0 }),
  refusals: ['deviceOffline'],
})
export type TalkState = z.infer<typeof talkState.reply>
