import { login, loginOptions, logout, renewSession, userInfo } from '@vedette/contract/calls/user'
import { Refusal } from '@vedette/contract/codes'

import type { Authority } from '../../authority/authority.ts'
import { endOfSession, LIFETIME_MS } from '../../authority/token.ts'
import { type Route, serve, servePublic } from '../../http/route.ts'
import { login as openSession, type LoginNeeds } from './login.ts'

export interface SessionRoutesNeeds extends LoginNeeds {
  authority: Authority
}

export function sessionRoutes(needs: SessionRoutesNeeds): Route[] {
  const { store, authority, clock } = needs
  return [
    servePublic(loginOptions, async () => ({ EnterpriseCode: (await store.onlyCompanyCode()) ?? '' })),

    servePublic(login, async (body, visitor) => ({ CompanyInfos: await openSession(body, visitor, needs) })),

    serve(logout, async (_body, session) => {
      await authority.revokeSession(session.companyId, session.sessionId)
      return {}
    }),

    // The token that brought the call was activity, so the idle time begins anew as well.
    serve(renewSession, async (_body, { companyId, sessionId }) => {
      const now = clock.now()
      const expiresAt = now + LIFETIME_MS
      // It may have ended between the look at its token and this one.
      if (!(await store.renewSession(companyId, sessionId, expiresAt))) throw new Refusal('tokenExpired')
      return { ExpiresAt: endOfSession(now, expiresAt) }
    }),

    serve(userInfo, async (_body, session) => {
      const profile = await store.profile(session.companyId, session.accountId, session.sessionId)
      if (!profile) throw new Refusal('noUserInfo')
      return {
        Account: `${session.companyCode}_${session.accountName}`,
        AccountType: profile.admin_role,
        Name: profile.display_name,
        Icon: profile.icon ?? '',
        ExpiresAt: endOfSession(clock.now(), profile.expires_at),
      }
    }),
  ]
}
