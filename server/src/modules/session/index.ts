import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Route, Visitor } from '../../http/route.ts'
import { Semaphore } from '../../http/semaphore.ts'
import { admit, type LoginReply } from './admission.ts'
import { attemptStore } from './attempt-store.ts'
import { Attempts } from './attempts.ts'
import { linkStore } from './link-store.ts'
import { accountOf, whoIs } from './login.ts'
import { checkNewPassword, checkOwnPassword, setPassword } from './passwords.ts'
import { sessionRoutes, type SessionRoutesNeeds } from './routes.ts'
import { sessionStore } from './store.ts'
import { ticketStore } from './ticket-store.ts'

export { hashPassword, setPasswordCost } from './password.ts'
export { ISSUED_MS, OUTER } from './passwords.ts'
export { withoutOpenLogins } from './ticket-store.ts'

const DERIVATIONS_AT_ONCE = 2
/** About a second and a half of work: who comes later had better try again. */
const LONGEST_LINE = 64

type Needs = Omit<SessionRoutesNeeds, 'store' | 'links' | 'tickets' | 'attempts' | 'semaphore'> & {
  storage: Storage
}

/** Admits people whom the company's identity provider knows. */
export interface OuterAdmission {
  /** Throws Refusal `accountDisabled`. */
  recognise(companyId: string, accountId: string, visitor: Visitor): Promise<void>
  /** Where the account has a second factor of its own, that is asked for here as well. */
  admit(
    companyId: string,
    accountId: string,
    visitor: Visitor,
  ): Promise<LoginReply & { EnterpriseCode: string; Account: string }>
}

export interface Sessions {
  routes: Route[]
  outer: OuterAdmission
  /** Who was invited chooses the first password and is in; `take` answers whether the invitation was still there. */
  chooseFirst: (
    invited: { companyId: string; accountId: string },
    password: string,
    visitor: Visitor,
    take: () => Promise<boolean>,
  ) => Promise<LoginReply>
  /** Refuses where this is not the caller's own password. */
  checkOwnPassword: (session: Principal, password: string) => Promise<void>
  /** The ids of the other companies that the person belongs to. */
  companiesOf: (session: Principal) => Promise<string[]>
}

export function createSessions({ storage, ...rest }: Needs): Sessions {
  const store = sessionStore(storage)
  const needs = {
    ...rest,
    store,
    links: linkStore(storage),
    tickets: ticketStore(storage),
    attempts: new Attempts(attemptStore(storage), rest.clock),
    semaphore: new Semaphore(DERIVATIONS_AT_ONCE, LONGEST_LINE),
  }
  return {
    routes: sessionRoutes(needs),
    outer: {
      async recognise(companyId, accountId, visitor) {
        const account = await accountOf({ companyId, accountId }, needs)
        visitor.triesToBe(whoIs(account))
        if (account.disabled) throw new Refusal('accountDisabled')
      },
      async admit(companyId, accountId, visitor) {
        const account = await accountOf({ companyId, accountId }, needs)
        const proof = { means: 'outer', hasSecondFactor: false, codeId: null } as const
        return {
          ...(await admit(account, proof, visitor, needs)),
          EnterpriseCode: account.company_code,
          Account: `${account.company_code}_${account.name}`,
        }
      },
    },
    async companiesOf({ companyId, accountId }) {
      const linked = await store.linkedAccounts(companyId, accountId)
      return linked.filter(({ disabled }) => !disabled).map(({ company_id }) => company_id)
    },
    async chooseFirst(invited, password, visitor, take) {
      const account = await accountOf(invited, needs)
      visitor.triesToBe(whoIs(account))
      if (account.disabled) throw new Refusal('accountDisabled')
      checkNewPassword('Password', password, account)
      const refusal = fault('loginInvalid', 'Token', 'invitation')
      const own = await setPassword(account, password, { proof: 'other', refusal, useUp: take }, needs)
      return admit(own, { means: 'password', hasSecondFactor: false, codeId: null }, visitor, needs)
    },
    async checkOwnPassword(session, password) {
      const account = await accountOf(session, needs)
      await checkOwnPassword(account, password, { field: 'Password', word: 'ownPassword' }, needs)
    },
  }
}
