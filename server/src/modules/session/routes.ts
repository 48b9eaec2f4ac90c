import {
  linkCompany,
  linkedCompanies,
  resetPassword,
  unlinkCompany,
} from '@vedette/contract/calls/own-account'
import { forgetPassword, loginNewPassword, loginSecondFactor } from '@vedette/contract/calls/login-steps'
import {
  login,
  loginOptions,
  logout,
  renewSession,
  userInfo,
  sendVerifyCode,
} from '@vedette/contract/calls/user'
import { Refusal } from '@vedette/contract/codes'

import type { Authority } from '../../authority/authority.ts'
import type { Principal } from '../../authority/principal.ts'
import { endOfSession, LIFETIME_MS } from '../../authority/token.ts'
import { type Route, serve, servePublic } from '../../http/route.ts'
import { bareName, login as openSession, loginSecondFactor as passSecondFactor } from './login.ts'
import { link, type LinkNeeds } from './links.ts'
import {
  changePassword,
  forgetPassword as chooseForgotten,
  loginNewPassword as chooseOwn,
  sendVerifyCode as sendCode,
} from './passwords.ts'

export interface SessionRoutesNeeds extends LinkNeeds {
  authority: Authority
  /** Where an account's picture is shown. */
  iconUrl: (session: Principal, icon: string) => string
  /** Where the browser ends a session's counterpart at the identity provider. */
  outerEnd: (companyId: string, sessionId: string) => Promise<string | undefined>
}

export function sessionRoutes(needs: SessionRoutesNeeds): Route[] {
  const { store, authority, clock } = needs
  return [
    servePublic(loginOptions, async ({ EnterpriseCode: asked }) => {
      const only = (await store.onlyCompanyCode()) ?? ''
      const Provider = await store.providerName(asked?.toLowerCase() ?? only)
      return { EnterpriseCode: only, Provider: Provider ?? '' }
    }),

    servePublic(login, (body, visitor) => openSession(body, visitor, needs)),
    servePublic(loginSecondFactor, (body, visitor) => passSecondFactor(body, visitor, needs)),
    servePublic(loginNewPassword, (body, visitor) => chooseOwn(body, visitor, needs)),

    servePublic(sendVerifyCode, async (body, visitor) => {
      await sendCode(body, visitor, needs)
      return {}
    }),

    servePublic(forgetPassword, async (body, visitor) => {
      await chooseForgotten(body, visitor, needs)
      return {}
    }),

    serve(resetPassword, async (body, session) => {
      // Anyone who names an account means that one.
      const named = body.account === undefined ? undefined : bareName(body.account, session.companyCode)
      if (named !== undefined && named !== session.accountName) throw new Refusal('noPermission')
      await changePassword(session, body, needs)
      return {}
    }),

    serve(linkedCompanies, async (_body, { companyId, accountId }) => {
      const List = (await store.linkedAccounts(companyId, accountId)).map((row) => ({
        CompanyID: row.company_id,
        CompanyName: row.company_name,
        Account: `${row.company_code}_${row.name}`,
      }))
      return { Total: List.length, List }
    }),

    serve(linkCompany, async (body, session, visitor) => {
      await link(session, body, visitor, needs)
      return {}
    }),

    serve(unlinkCompany, async (_body, { companyId, accountId }) => {
      await needs.links.unlink(companyId, accountId)
      return {}
    }),

    serve(logout, async (_body, { companyId, sessionId }) => {
      await authority.revokeSession(companyId, sessionId)
      const Url = await needs.outerEnd(companyId, sessionId)
      return Url === undefined ? {} : { Url }
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
        Icon: profile.icon ? needs.iconUrl(session, profile.icon) : '',
        PasswordRule: profile.password_rule,
        ExpiresAt: endOfSession(clock.now(), profile.expires_at),
      }
    }),
  ]
}
