import { answerRing } from '@vedette/contract/calls/ring'

import { type Route, serve } from '../../http/route.ts'
import type { Rings } from './rings.ts'

export { type Ring, Rings, type Taken } from './rings.ts'

export function ringModule(rings: Rings): Route[] {
  return [
    serve(answerRing, async ({ DID: did, CloudEid: eid, Act: act }, who, visitor) => {
      visitor.tell({ act })
      const { companyId, sessionId, accountName } = who
      const first = rings.take({ companyId, did, eid }, { act, sessionId, account: accountName })
      return { Act: first.act, Account: first.account, IsMine: first.sessionId === sessionId }
    }),
  ]
}
