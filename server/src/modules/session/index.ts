import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { Turns } from '../../http/turns.ts'
import { attemptStore } from './attempt-store.ts'
import { Attempts } from './attempts.ts'
import { linkStore } from './link-store.ts'
import { checkOwnPassword } from './passwords.ts'
import { sessionRoutes, type SessionRoutesNeeds } from './routes.ts'
import { sessionStore } from './store.ts'
import { ticketStore } from './ticket-store.ts'

export { hashPassword } from './password.ts'
export { ISSUED_MS } from './passwords.ts'
export { withoutOpenLogins } from './ticket-store.ts'

const DERIVATIONS_AT_ONCE = 2
/** About a second and a half of work: who comes later had better try again. */
const LONGEST_LINE = 64

type Needs = Omit<SessionRoutesNeeds, 'store' | 'links' | 'tickets' | 'attempts' | 'turns'> & {
  storage: Storage
}

export interface Sessions {
  routes: Route[]
  /** Refuses where this is not the caller's own password. */
  checkOwnPassword: (session: Principal, password: string) => Promise<void>
}

export function createSessions({ storage, ...rest }: Needs): Sessions {
  const store = sessionStore(storage)
  const needs = {
    ...rest,
    store,
    links: linkStore(storage),
    tickets: ticketStore(storage),
    attempts: new Attempts(attemptStore(storage), rest.clock),
    turns: new Turns(DERIVATIONS_AT_ONCE, LONGEST_LINE),
  }
  return {
    routes: sessionRoutes(needs),
    async checkOwnPassword({ companyId, accountId }, password) {
      const account = await store.accountById(companyId, accountId)
      if (!account) throw new Refusal('noSuchAccount')
      await checkOwnPassword(account, password, { field: 'Password', word: 'ownPassword' }, needs)
    },
  }
}
