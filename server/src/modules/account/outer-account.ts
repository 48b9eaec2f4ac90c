/** Accounts of people who log in at the company's identity provider: its groups give the role. */
import { Refusal } from '@vedette/contract/codes'

import type { Authority } from '../../authority/authority.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import { keepingAdministrator } from './account.ts'
import { outerStore } from './outer-store.ts'
import { accountStore, type Binding } from './store.ts'

/** Reading 25: the password is elsewhere. */
export const OUTER_ADMIN_ROLE = 1
const NUMBERED_NAMES = 500

interface Needs {
  storage: Storage
  authority: Pick<Authority, 'refresh'>
  clock: Clock
  newId: () => string
}

export interface OuterPerson {
  issuer: string
  subject: string
  /** What the account is called where nobody is called so yet. */
  account: string
  display: string
  email: string | null
}

export interface OuterAccounts {
  /** Returns the account, which may just have been made by a second log-in. Throws Refusal `noDataAuthority` for a role that is gone. */
  make(companyId: string, person: OuterPerson, given: { roleId: string; binding: Binding }): Promise<string>
  /** An account of a person who has a password here keeps its own role. Throws Refusal `lastAdministrator`. */
  giveRole(companyId: string, accountId: string, roleId: string): Promise<void>
}

export function outerAccounts({ storage, authority, clock, newId }: Needs): OuterAccounts {
  const store = accountStore(storage)
  const outer = outerStore(storage)

  const freeName = async (
    companyId: string,
    wanted: string,
    id: string,
    transaction: Transaction,
  ): Promise<string> => {
    const names = Array.from({ length: NUMBERED_NAMES }, (_, at) =>
      at === 0 ? wanted : `${wanted}${at + 1}`,
    )
    const taken = await outer.namesTaken(companyId, names, transaction)
    return names.find((name) => !taken.has(name)) ?? id.toLowerCase()
  }

  return {
    async make(companyId, { issuer, subject, ...person }, { roleId, binding }) {
      const id = newId()
      const made = await storage.transaction(async (transaction) => {
        const known = await outer.accountOf(companyId, issuer, subject, transaction)
        if (known !== undefined) return known
        if (!(await store.role(companyId, roleId, transaction))) throw new Refusal('noDataAuthority')
        const account = {
          id,
          name: await freeName(companyId, person.account, id, transaction),
          displayName: person.display,
          phone: null,
          email: person.email,
          passwordHash: null,
          passwordState: 'own' as const,
          adminRole: OUTER_ADMIN_ROLE,
          roleId,
          createdAt: clock.now(),
        }
        await store.insert(companyId, account, binding, transaction)
        await outer.insertIdentity(companyId, { issuer, subject, accountId: id }, clock.now(), transaction)
        return id
      })
      await authority.refresh()
      return made
    },

    async giveRole(companyId, accountId, roleId) {
      const isChanged = await storage.transaction(async (transaction) => {
        const [account] = await store.accounts(companyId, [accountId], transaction)
        if (!account) throw new Refusal('noSuchAccount')
        if (account.admin_role !== OUTER_ADMIN_ROLE || account.role_id === roleId) return false
        if (!(await store.role(companyId, roleId, transaction))) throw new Refusal('noDataAuthority')
        await keepingAdministrator(companyId, store, transaction, () =>
          store.update(companyId, accountId, { role_id: roleId }, transaction),
        )
        return true
      })
      if (isChanged) await authority.refresh()
    },
  }
}
