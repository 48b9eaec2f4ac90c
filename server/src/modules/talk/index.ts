import { talkState } from '@vedette/contract/calls/talk'
import { Refusal } from '@vedette/contract/codes'

import { type Route, serve } from '../../http/route.ts'
import type { Talks } from '../../video/talks.ts'

export function talkModule(talks: Pick<Talks, 'abilityOf' | 'speakerOf'>): Route[] {
  return [
    serve(talkState, async ({ DID: did, Channel: channel }, { companyId }) => {
      const place = { companyId, did, channel }
      const ability = await talks.abilityOf(place)
      if (!ability.ok) throw new Refusal('deviceOffline')
      const { format } = ability
      const Speaker = talks.speakerOf(place) ?? ''
      return { CanTalk: format !== undefined, Codec: format?.codec ?? ('' as const), Speaker }
    }),
  ]
}
