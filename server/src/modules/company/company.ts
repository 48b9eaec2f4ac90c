/** Companies with their roles and accounts, as far as a first log-in needs them. */
import { Refusal } from '@vedette/contract/codes'
import { PASSWORD_REASON, passwordFault } from '@vedette/contract/password-rule'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import { FULL_ADMINISTRATOR, type StoredRights } from '../../authority/rights.ts'
import type { OwnLanguage } from '../../config.ts'
import type { Clock } from '../../engines/clock.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { hashPassword } from '../session/index.ts'
import { companyStore } from './store.ts'

/** Has no underscores, so that `<enterprise>_<name>` has one reading. */
const CODE = /^[a-z0-9-]{1,32}$/
/** A bare account name (reading 13). */
const NAME = /^[a-z0-9._@-]{3,32}$/

export interface NewAccount {
  name: string
  password: string
  displayName?: string
  roleId: string
  /** The regions that it is bound to; absent: it sees all. */
  regionIds?: readonly string[]
}

interface Needs {
  storage: Storage
  authority: Pick<Authority, 'refresh' | 'revokeAccount'>
  clock: Clock
  newId: () => string
}

export type Companies = ReturnType<typeof companies>

export function companies({ storage, authority, clock, newId }: Needs) {
  const store = companyStore(storage)

  return {
    hasAny: () => store.hasCompany(),

    /** The company of the platform's operator: the one that was founded first. */
    first: () => store.first(),

    /** A company with its first region and a full administrator. Throws Refusal `accountExists` where the code is taken. */
    async found(company: {
      code: string
      name: string
      timeZone: string
      /** Language of its first role's name. */
      language?: OwnLanguage
      administrator: { name: string; password: string }
    }): Promise<{ companyId: string; rootRegionId: string; accountId: string; roleId: string }> {
      const { code, name, timeZone, administrator, language = 'en' } = company
      if (!CODE.test(code)) throw fault('badInput', 'EnterpriseCode', 'enterpriseCode')
      const made = { companyId: newId(), rootRegionId: newId(), roleId: newId(), accountId: newId() }
      const role = {
        id: made.roleId,
        name: language === 'en' ? 'Administrator' : '管理员',
        roleStatus: FULL_ADMINISTRATOR,
        permissions: '{}',
      }
      const account = await checked({ ...administrator, roleId: made.roleId }, code)
      await unlessTaken(
        store.insertCompany(
          made.companyId,
          {
            code,
            name,
            timeZone,
            rootRegionId: made.rootRegionId,
            administratorRole: role,
            administrator: { ...account, id: made.accountId },
          },
          clock.now(),
        ),
      )
      return made
    },

    async addRole(companyId: string, role: { name: string; rights: StoredRights }): Promise<string> {
      const id = newId()
      const permissions = JSON.stringify(role.rights)
      await store.insertRole(companyId, { id, name: role.name, roleStatus: 0, permissions }, clock.now())
      return id
    },

    /** Throws Refusal `badInput` for a name or password that breaks the rules, `accountExists` for a name that is taken. */
    async addAccount(companyId: string, account: NewAccount): Promise<string> {
      const code = await store.codeOf(companyId)
      if (code === undefined) throw new Error(`no company ${companyId}`)
      const id = newId()
      await unlessTaken(
        store.insertAccount(companyId, { ...(await checked(account, code)), id }, clock.now()),
      )
      await authority.refresh()
      return id
    },

    async setRights(companyId: string, roleId: string, rights: StoredRights): Promise<void> {
      await store.setRights(companyId, roleId, JSON.stringify(rights))
      await authority.refresh()
    },

    async disableAccount(companyId: string, accountId: string): Promise<void> {
      await store.disable(companyId, accountId)
      await authority.revokeAccount(companyId, accountId)
    },
  }
}

async function checked(account: NewAccount, code: string) {
  const name = checkedName(account.name, code)
  const broken = passwordFault(account.password, [name, `${code}_${name}`])
  if (broken) throw fault('badInput', 'Password', PASSWORD_REASON[broken])
  return {
    name,
    displayName: account.displayName ?? account.name,
    passwordHash: await hashPassword(account.password),
    roleId: account.roleId,
    regionIds: account.regionIds ?? ('all' as const),
  }
}

/** The bare name in lower case. Throws Refusal `badInput`. */
export function checkedName(typed: string, code: string): string {
  const name = typed.toLowerCase()
  if (!NAME.test(name) || name.startsWith(`${code}_`))
    throw fault('badInput', 'Account', 'accountName', { Prefix: `${code}_` })
  return name
}

async function unlessTaken(write: Promise<void>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refusal('accountExists')
    throw error
  }
}
