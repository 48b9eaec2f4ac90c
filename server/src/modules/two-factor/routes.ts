import {
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
} from '@vedette/contract/calls/own-account'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import { type Route, serve } from '../../http/route.ts'
import type { SecondFactors } from './two-factor.ts'

export interface TwoFactorRoutesNeeds {
  secondFactors: SecondFactors
  /** Refuses where the caller's own password is not this one. */
  checkOwnPassword: (session: Principal, password: string) => Promise<void>
}

export function twoFactorRoutes({ secondFactors, checkOwnPassword }: TwoFactorRoutesNeeds): Route[] {
  return [
    serve(twoFactor, (_body, { companyId, accountId }) => secondFactors.state(companyId, accountId)),

    serve(twoFactorBegin, async ({ Password }, session) => {
      await checkOwnPassword(session, Password)
      const account = `${session.companyCode}_${session.accountName}`
      return secondFactors.begin(session.companyId, session.accountId, account)
    }),

    serve(twoFactorConfirm, async ({ Code }, { companyId, accountId }) => ({
      RecoveryCodes: await secondFactors.confirm(companyId, accountId, Code),
    })),

    serve(twoFactorEnd, async ({ Password, Code }, session) => {
      await checkOwnPassword(session, Password)
      if (!(await secondFactors.accept(session.companyId, session.accountId, Code)))
        throw fault('badInput', 'Code', 'secondFactor')
      await secondFactors.end(session.companyId, session.accountId)
      return {}
    }),
  ]
}
