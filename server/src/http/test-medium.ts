/** A medium of a device that tests ask for by a signed address. */
import { call, Empty } from '@vedette/contract/call'
import { DID } from '@vedette/contract/ids'
import { z } from 'zod'

export const PATH = '/vms/media/replay'
export const medium = call(PATH, {
  title: { en: 'Try', 'zh-cn': '尝试' },
  access: ['replay'],
  effect: 'discloses',
  transport: 'url',
  body: z.object({ did: DID }),
  reply: Empty,
  example: (ids) => ({ did: ids.device }),
})
