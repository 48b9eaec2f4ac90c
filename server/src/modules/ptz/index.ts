import {
  aimPtz,
  goPtzPreset,
  ptzHome,
  ptzState,
  removePtzPreset,
  savePtzPreset,
} from '@vedette/contract/calls/device-message'

import { type Route, serve } from '../../http/route.ts'
import type { Ptz } from './ptz.ts'

export type { Lease } from './leases.ts'
export { openPtz, type Ptz } from './ptz.ts'

export function ptzModule(ptz: Ptz): Route[] {
  const placeOf = (companyId: string, { DID, Channel }: { DID: string; Channel: number }) => ({
    companyId,
    did: DID,
    channel: Channel,
  })
  return [
    serve(ptzState, (body, who) => ptz.state(placeOf(who.companyId, body), who)),

    serve(savePtzPreset, async ({ Token, Name, ...at }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      return { Token: await ptz.savePreset(placeOf(companyId, at), { name: Name, token: Token }) }
    }),

    serve(goPtzPreset, ({ Token, ...at }, who) => ptz.goPreset(placeOf(who.companyId, at), who, Token)),

    serve(aimPtz, ({ DID, Channel, ...at }, who) =>
      ptz.aim(placeOf(who.companyId, { DID, Channel }), who, at),
    ),

    serve(removePtzPreset, async ({ Token, ...at }, { companyId }) => {
      await ptz.removePreset(placeOf(companyId, at), Token)
      return {}
    }),

    serve(ptzHome, ({ Act, ...at }, who) => {
      const place = placeOf(who.companyId, at)
      return Act === 'go' ? ptz.goHome(place, who) : ptz.setHome(place, who)
    }),
  ]
}
