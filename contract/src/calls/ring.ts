/** Who answers a doorbell that rings. */
import { z } from 'zod'

import { call } from '../call.ts'
import { CloudEid } from '../events.ts'
import { DID } from '../ids.ts'

export const RING_ACTS = ['answer', 'decline'] as const
export type RingAct = (typeof RING_ACTS)[number]

/** The first one counts; the answer says whose it was. */
export const answerRing = call('/vms/event/answerRing', {
  title: { en: 'Answer or decline a doorbell', 'zh-cn': '接听或拒接门铃' },
  access: ['realTimeVideo'],
  body: z.object({ DID, CloudEid, Act: z.enum(RING_ACTS) }),
  reply: z.object({
    Act: z.enum(RING_ACTS),
    /** The account that was first. */
    Account: z.string(),
    IsMine: z.boolean(),
  }),
  example: ({ device }) => ({ DID: device, CloudEid: '0'.repeat(26), Act: 'decline' as const }),
})
