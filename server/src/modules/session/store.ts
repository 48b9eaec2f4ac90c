import type { Storage } from '../../engines/storage/storage.ts'

export function sessionStore(storage: Storage) {
  const { db } = storage
  return {
    /** The only company's code, undefined when there are none or several. */
    async onlyCompanyCode(): Promise<string | undefined> {
      const rows = await storage.read(db.selectFrom('company').select('code').limit(2))
      return rows.length === 1 ? rows[0]?.code : undefined
    },

    async companyByCode(code: string) {
      const [row] = await storage.read(
        db.selectFrom('company').where('code', '=', code).select(['id', 'code', 'name', 'time_zone']),
      )
      return row
    },

    async accountByName(companyId: string, name: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('role', (join) =>
            join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.name', '=', name)
          .select([
            'account.id',
            'account.password_hash',
            'account.disabled',
            'account.admin_role',
            'account.role_id',
            'role.role_status',
            'role.permissions',
          ]),
      )
      return row
    },

    async profile(companyId: string, accountId: string, sessionId: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('session', (join) =>
            join
              .onRef('session.company_id', '=', 'account.company_id')
              .onRef('session.account_id', '=', 'account.id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.id', '=', accountId)
          .where('session.id', '=', sessionId)
          .select(['account.display_name', 'account.icon', 'account.admin_role', 'session.expires_at']),
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

    async insertSession(
      companyId: string,
      session: {
        id: string
        tokenHash: string
        accountId: string
        createdAt: number
        expiresAt: number
        address: string
        userAgent: string
      },
    ): Promise<void> {
      await storage.write([
        db.insertInto('session').values({
          company_id: companyId,
          id: session.id,
          token_hash: session.tokenHash,
          account_id: session.accountId,
          created_at: session.createdAt,
          last_seen_at: session.createdAt,
          expires_at: session.expiresAt,
          revoked_at: null,
          address: session.address,
          user_agent: session.userAgent,
        }),
      ])
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

/** Counters of tries. They are the platform's: who guesses may name companies that do not exist. */
export function attemptStore(storage: Storage) {
  const { db } = storage
  return {
    countsOf: (keys: readonly string[]) =>
      storage.read(
        db.selectFrom('login_attempt').where('key', 'in', keys).select(['key', 'count', 'window_start']),
      ),

    /** Counts one more for each key. Windows that began before `staleBefore` are over. */
    async count(keys: readonly string[], now: number, staleBefore: number): Promise<void> {
      await storage.write([
        db.deleteFrom('login_attempt').where('window_start', '<=', staleBefore),
        ...keys.map((key) =>
          db
            .insertInto('login_attempt')
            .values({ key, window_start: now, count: 1 })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet((row) => ({ count: row('login_attempt.count', '+', 1) })),
            ),
        ),
      ])
    },

    /** Forgets the failures of one key and remembers another until its window is over. */
    async forgive(forgotten: string, known: string, windowStart: number): Promise<void> {
      await storage.write([
        db.deleteFrom('login_attempt').where('key', '=', forgotten),
        db
          .insertInto('login_attempt')
          .values({ key: known, window_start: windowStart, count: 0 })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_start: windowStart })),
      ])
    },
  }
}

export type AttemptStore = ReturnType<typeof attemptStore>
