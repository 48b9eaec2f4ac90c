import type { Storage } from '../../engines/storage/storage.ts'

export interface OpenLogin {
  companyId: string
  bindingHash: string
  nonce: string
  verifier: string
}

/** Log-ins that are under way at a provider, and which accounts are whose there. */
export function outerLoginStore(storage: Storage) {
  const { db } = storage
  return {
    async company(code: string): Promise<{ id: string; code: string } | undefined> {
      const [row] = await storage.read(
        db.selectFrom('company').where('code', '=', code).select(['id', 'code']),
      )
      return row
    },

    async begin(stateHash: string, login: OpenLogin, now: number, expiresAt: number): Promise<void> {
      await storage.write([
        db.deleteFrom('outer_login').where('expires_at', '<=', now),
        db.insertInto('outer_login').values({
          state_hash: stateHash,
          company_id: login.companyId,
          binding_hash: login.bindingHash,
          nonce: login.nonce,
          verifier: login.verifier,
          expires_at: expiresAt,
        }),
      ])
    },

    /** The company whose log-in it is, without taking it. */
    async companyOf(stateHash: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db.selectFrom('outer_login').where('state_hash', '=', stateHash).select('company_id'),
      )
      return row?.company_id
    },

    /** Takes it out, once: a state is of no use a second time. Its company is known by the state alone. */
    async take(stateHash: string, now: number): Promise<OpenLogin | undefined> {
      const [taken] = await storage.write([
        db.deleteFrom('outer_login').where('state_hash', '=', stateHash).returningAll(),
      ])
      const [row] = taken.rows
      if (!row || row.expires_at <= now) return undefined
      return {
        companyId: row.company_id,
        bindingHash: row.binding_hash,
        nonce: row.nonce,
        verifier: row.verifier,
      }
    },

    async accountOf(companyId: string, issuer: string, subject: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('outer_identity')
          .where('company_id', '=', companyId)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .select('account_id'),
      )
      return row?.account_id
    },

    /** How many accounts providers made. */
    async accounts(companyId: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .where('company_id', '=', companyId)
          .where('admin_role', '!=', 0)
          .select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** The accounts that providers made and that have sessions which may still live. */
    async accountsInUse(companyId: string, now: number): Promise<string[]> {
      const rows = await storage.read(
        db
          .selectFrom('session')
          .innerJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'session.company_id')
              .onRef('account.id', '=', 'session.account_id'),
          )
          .where('session.company_id', '=', companyId)
          .where('session.revoked_at', 'is', null)
          .where('session.expires_at', '>', now)
          .where('account.admin_role', '!=', 0)
          .select('account.id')
          .distinct(),
      )
      return rows.map(({ id }) => id)
    },
  }
}

export type OuterLoginStore = ReturnType<typeof outerLoginStore>
