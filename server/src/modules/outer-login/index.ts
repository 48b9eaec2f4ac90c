import {
  deleteIdentityProvider,
  identityProvider,
  outerLogin,
  outerLoginBegin,
  setIdentityProvider,
} from '@vedette/contract/calls/outer-login'

import type { Outgoing } from '../../engines/outgoing.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve, servePublic } from '../../http/route.ts'
import { Quota } from '../../http/quota.ts'
import type { OpenId, OpenIdNeeds } from './openid.ts'
import { begin, finish, type OuterLoginNeeds } from './outer-login.ts'
import { providerStore } from './provider-store.ts'
import { deleteProvider, setProvider, shownProvider } from './providers.ts'
import { outerLoginStore } from './store.ts'

const REQUESTS_AT_ONCE = 64
const REQUESTS_OF_COMPANY = 8

export { type OuterLogOuts, outerLogOuts } from './log-outs.ts'

interface Needs extends Omit<OuterLoginNeeds, 'providers' | 'store' | 'openId' | 'quota'> {
  storage: Storage
  outgoing: Outgoing
}

export function outerLoginModule({ storage, outgoing, ...rest }: Needs): Route[] {
  const needs: OuterLoginNeeds = {
    ...rest,
    providers: providerStore(storage),
    store: outerLoginStore(storage),
    openId: whenNeeded({ outgoing, clock: rest.clock }),
    quota: new Quota(REQUESTS_AT_ONCE, REQUESTS_OF_COMPANY),
  }
  return [
    servePublic(outerLoginBegin, (body, visitor) => begin(body, visitor, needs)),
    servePublic(outerLogin, (body, visitor) => finish(body, visitor, needs)),
    serve(identityProvider, (_body, { companyId }) => shownProvider(companyId, needs)),
    serve(setIdentityProvider, async (body, { companyId }, visitor) => {
      visitor.tell({
        issuer: body.Issuer,
        groups: body.Roles.slice(0, 20)
          .map(({ Group }) => Group)
          .join(', '),
      })
      await setProvider(companyId, body, needs)
      return {}
    }),
    serve(deleteIdentityProvider, async (_body, { companyId }) => {
      await deleteProvider(companyId, needs)
      return {}
    }),
  ]
}

/** Most platforms never speak the protocol, so that its code comes with the first log-in. */
function whenNeeded(needs: OpenIdNeeds): OpenId {
  const load = async (): Promise<OpenId> => (await import('./openid.ts')).openId(needs)
  return {
    check: async (...of) => (await load()).check(...of),
    begin: async (...of) => (await load()).begin(...of),
    finish: async (...of) => (await load()).finish(...of),
  }
}
