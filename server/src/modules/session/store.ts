import { type NewSession, newSession } from '../../authority/new-session.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { asChecked, type CheckedAccount } from './as-checked.ts'
import { withoutLinks } from './link-store.ts'
import { withoutOpenLogins } from './ticket-store.ts'

export function sessionStore(storage: Storage) {
  const { db } = storage
  const accounts = () =>
    db
      .selectFrom('account')
      .innerJoin('role', (join) =>
        join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
      )
      .innerJoin('company', 'company.id', 'account.company_id')
      .select([
        'account.id',
        'account.company_id',
        'account.name',
        'account.phone',
        'account.email',
        'account.password_hash',
        'account.password_state',
        'account.issued_until',
        'account.disabled',
        'account.admin_role',
        'account.role_id',
        'role.role_status',
        'role.permissions',
        'company.code as company_code',
        'company.name as company_name',
        'company.time_zone',
        'company.password_rule',
      ])

  const links = (companyId: string, accountId: string) =>
    db
      .selectFrom('account_link as own')
      .innerJoin('account_link as other', 'other.person_id', 'own.person_id')
      .where('own.company_id', '=', companyId)
      .where('own.account_id', '=', accountId)

  return {
    /** The only company's code, undefined when there are none or several. */
    async onlyCompanyCode(): Promise<string | undefined> {
      const rows = await storage.read(db.selectFrom('company').select('code').limit(2))
      return rows.length === 1 ? rows[0]?.code : undefined
    },

    /** What the company's people may log in at besides, where that is switched on. */
    async providerName(companyCode: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('identity_provider')
          .innerJoin('company', 'company.id', 'identity_provider.company_id')
          .where('company.code', '=', companyCode)
          .where('is_on', '=', 1)
          .select('identity_provider.name'),
      )
      return row?.name
    },

    async accountByName(companyCode: string, name: string) {
      const [row] = await storage.read(
        accounts().where('company.code', '=', companyCode).where('account.name', '=', name),
      )
      return row
    },

    async accountById(companyId: string, accountId: string) {
      const [row] = await storage.read(
        accounts().where('account.company_id', '=', companyId).where('account.id', '=', accountId),
      )
      return row
    },

    /** The same person's accounts in other companies. */
    async linkedAccounts(companyId: string, accountId: string) {
      return storage.read(
        accounts()
          .innerJoin(
            links(companyId, accountId).select(['other.company_id', 'other.account_id']).as('linked'),
            (join) =>
              join
                .onRef('linked.company_id', '=', 'account.company_id')
                .onRef('linked.account_id', '=', 'account.id'),
          )
          .where('account.company_id', '!=', companyId)
          .orderBy('company.name'),
      )
    },

    async profile(companyId: string, accountId: string, sessionId: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('company', 'company.id', 'account.company_id')
          .innerJoin('session', (join) =>
            join
              .onRef('session.company_id', '=', 'account.company_id')
              .onRef('session.account_id', '=', 'account.id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.id', '=', accountId)
          .where('session.id', '=', sessionId)
          .select([
            'account.display_name',
            'account.icon',
            'account.admin_role',
            'company.password_rule',
            'session.expires_at',
          ]),
      )
      return row
    },

    /** Whether it was still there to be renewed. */
    async renewSession(companyId: string, sessionId: string, expiresAt: number): Promise<boolean> {
      const [renewed] = await storage.write([
        db
          .updateTable('session')
          .set({ expires_at: expiresAt })
          .where('company_id', '=', companyId)
          .where('id', '=', sessionId)
          .where('revoked_at', 'is', null),
      ])
      return renewed.changes > 0
    },

    /** Returns whether the account was still as it was checked. */
    async insertSession(account: CheckedAccount, session: NewSession): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(asChecked(storage, account))
        if (rows.length === 0) return false
        await transaction.run(newSession(storage, account.company_id, session))
        return true
      })
    },

    /**
     * The password is the owner's own from now on. Anyone who set it without the old one has not shown to be the person
     * whose other companies are linked, so those links go. Returns whether the account was still as it was checked.
     */
    async setOwnPassword(
      account: CheckedAccount,
      passwordHash: string,
      proof: 'oldPassword' | 'other',
    ): Promise<boolean> {
      const { company_id: companyId, id } = account
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(asChecked(storage, account))
        if (rows.length === 0) return false
        await transaction.run(
          db
            .updateTable('account')
            .set({ password_hash: passwordHash, password_state: 'own', issued_until: null })
            .where('company_id', '=', companyId)
            .where('id', '=', id),
        )
        if (proof === 'other') await transaction.run(withoutLinks(storage, companyId, id))
        await transaction.run(withoutOpenLogins(storage, companyId, id))
        return true
      })
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
export type AccountRow = NonNullable<Awaited<ReturnType<SessionStore['accountById']>>>
