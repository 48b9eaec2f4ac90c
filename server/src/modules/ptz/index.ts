import {
  aimPtz,
  goPtzPreset,
  ptzHome,
  ptzState,
  removePtzPreset,
  renamePtzPreset,
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
      return { Token: await ptz.presets.save(placeOf(companyId, at), { name: Name, token: Token }) }
    }),

    serve(renamePtzPreset, async ({ Token, Name, ...at }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      await ptz.presets.rename(placeOf(companyId, at), Token, Name)
      return {}
    }),

    serve(goPtzPreset, ({ Token, ...at }, who) => ptz.goPreset(placeOf(who.companyId, at), who, Token)),

    serve(aimPtz, ({ DID, Channel, ...at }, who) =>
      ptz.aim(placeOf(who.companyId, { DID, Channel }), who, at),
    ),

    serve(removePtzPreset, async ({ Token, ...at }, { companyId }) => {
      const tours = await ptz.removePreset(placeOf(companyId, at), Token)
      return { Tours: tours.map(({ name, isTooShort }) => ({ Name: name, IsTooShort: isTooShort })) }
    }),

    serve(ptzHome, ({ Act, ...at }, who) => {
      const place = placeOf(who.companyId, at)
      return Act === 'go' ? ptz.goHome(place, who) : ptz.setHome(place, who)
    }),
  ]
}
