import type { PasswordRule } from '@vedette/contract/password-rules'

import { raiseEpoch } from '../../authority/epoch.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { rootRegion } from '../region/index.ts'

interface NewRole {
  id: string
  name: string
  roleStatus: number
  /** JSON. */
  permissions: string
}

interface NewAccount {
  id: string
  /** Bare, lower case. */
  name: string
  displayName: string
  passwordHash: string
  roleId: string
  regionIds: 'all' | readonly string[]
}

interface NewCompany {
  code: string
  name: string
  timeZone: string
  rootRegionId: string
  administratorRole: NewRole
  administrator: NewAccount
}

export function companyStore(storage: Storage) {
  const { db } = storage

  const insertRole = (companyId: string, role: NewRole, now: number) =>
    db.insertInto('role').values({
      company_id: companyId,
      id: role.id,
      name: role.name,
      name_search: role.name.toLowerCase(),
      role_status: role.roleStatus,
      permissions: role.permissions,
      created_at: now,
    })

  const insertAccount = (companyId: string, account: NewAccount, now: number) => [
    db.insertInto('account').values({
      company_id: companyId,
      id: account.id,
      name: account.name,
      display_name: account.displayName,
      display_name_search: account.displayName.toLowerCase(),
      phone: null,
      email: null,
      email_search: '',
      password_hash: account.passwordHash,
      password_state: 'own',
      role_id: account.roleId,
      all_regions: account.regionIds === 'all' ? 1 : 0,
      admin_role: 0,
      icon: null,
      disabled: 0,
      created_at: now,
    }),
    ...(account.regionIds === 'all' ? [] : account.regionIds).map((regionId) =>
      db
        .insertInto('account_region')
        .values({ company_id: companyId, account_id: account.id, region_id: regionId }),
    ),
  ]

  return {
    async hasCompany(): Promise<boolean> {
      const rows = await storage.read(db.selectFrom('company').select('id').limit(1))
      return rows.length > 0
    },

    async first(): Promise<string | undefined> {
      const query = db.selectFrom('company').select('id').orderBy('created_at').orderBy('id').limit(1)
      return (await storage.read(query))[0]?.id
    },

    async codeOf(companyId: string): Promise<string | undefined> {
      const [row] = await storage.read(db.selectFrom('company').where('id', '=', companyId).select('code'))
      return row?.code
    },

    async setPasswordRule(companyId: string, rule: PasswordRule): Promise<void> {
      await storage.write([
        db.updateTable('company').set({ password_rule: rule }).where('id', '=', companyId),
      ])
    },

    /** The company with all that it needs for a first log-in, or nothing. */
    async insertCompany(companyId: string, company: NewCompany, now: number): Promise<void> {
      await storage.write([
        db.insertInto('company').values({
          id: companyId,
          code: company.code,
          name: company.name,
          time_zone: company.timeZone,
          password_rule: 'strong',
          settings: '{}',
          epoch: 1,
          created_at: now,
        }),
        ...rootRegion(storage, companyId, company.rootRegionId, company.name),
        insertRole(companyId, company.administratorRole, now),
        ...insertAccount(companyId, company.administrator, now),
      ])
    },

    async insertRole(companyId: string, role: NewRole, now: number): Promise<void> {
      await storage.write([insertRole(companyId, role, now), raiseEpoch(storage, companyId)])
    },

    async insertAccount(companyId: string, account: NewAccount, now: number): Promise<void> {
      await storage.write([...insertAccount(companyId, account, now), raiseEpoch(storage, companyId)])
    },

    async setRights(companyId: string, roleId: string, permissions: string): Promise<void> {
      await storage.write([
        db
          .updateTable('role')
          .set({ permissions })
          .where('company_id', '=', companyId)
          .where('id', '=', roleId),
        raiseEpoch(storage, companyId),
      ])
    },

    async disable(companyId: string, accountId: string): Promise<void> {
      await storage.write([
        db
          .updateTable('account')
          .set({ disabled: 1 })
          .where('company_id', '=', companyId)
          .where('id', '=', accountId),
        raiseEpoch(storage, companyId),
      ])
    },
  }
}
