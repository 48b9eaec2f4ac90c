import { listed } from '../engines/storage/listed.ts'
import type { Storage } from '../engines/storage/storage.ts'

/** A session with what decides whether it still lives. */
export interface SessionRow {
  id: string
  company_id: string
  account_id: string
  last_seen_at: number
  expires_at: number
  revoked_at: number | null
  disabled: 0 | 1
  /** For a preview: the role that is looked at, and the session that its maker looks from. */
  preview_role_id: string | null
  preview_of: string | null
  code: string
  epoch: number
}

const IDS_PER_STATEMENT = 500
/** What names more objects is seldom asked again. */
const MOST_REMEMBERED_IDS = 20

export function authorityStore(storage: Storage) {
  const { db } = storage
  const sessions = () =>
    db
      .selectFrom('session')
      .innerJoin('company', 'company.id', 'session.company_id')
      .innerJoin('account', (join) =>
        join
          .onRef('account.company_id', '=', 'session.company_id')
          .onRef('account.id', '=', 'session.account_id'),
      )
      .select([
        'session.id',
        'session.company_id',
        'session.account_id',
        'session.last_seen_at',
        'session.expires_at',
        'session.revoked_at',
        'session.preview_role_id',
        'session.preview_of',
        'account.disabled',
        'company.code',
        'company.epoch',
      ])

  /** `read` for these ids of the company; of few of them, until something is written. */
  const ofIds = <T>(
    what: string,
    companyId: string,
    ids: readonly string[],
    read: () => Promise<T>,
  ): Promise<T> =>
    ids.length > MOST_REMEMBERED_IDS
      ? read()
      : storage.remember(`${companyId} ${what} ${JSON.stringify(ids)}`, read)

  return {
    /** Finds by the token alone: only its row says of which company it is. */
    async sessionOfToken(tokenHash: string): Promise<SessionRow | undefined> {
      return storage.remember(`session ${tokenHash}`, async () => {
        const [row] = await storage.read(sessions().where('session.token_hash', '=', tokenHash))
        return row
      })
    },

    /** Reads sessions of all companies, for the sweep. */
    async sessionsById(ids: readonly string[]): Promise<SessionRow[]> {
      const rows: SessionRow[] = []
      for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT)
        rows.push(
          ...(await storage.read(
            sessions().where('session.id', 'in', ids.slice(at, at + IDS_PER_STATEMENT)),
          )),
        )
      return rows
    },

    async accountWithRole(companyId: string, accountId: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('role', (join) =>
            join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.id', '=', accountId)
          .select([
            'account.name',
            'account.all_regions',
            'account.role_id',
            'role.role_status',
            'role.permissions',
          ]),
      )
      return row
    },

    async role(companyId: string, roleId: string) {
      const [row] = await storage.read(
        db
          .selectFrom('role')
          .where('company_id', '=', companyId)
          .where('id', '=', roleId)
          .select(['role_status', 'permissions']),
      )
      return row
    },

    async boundRegions(companyId: string, accountId: string): Promise<string[]> {
      const rows = await storage.read(
        db
          .selectFrom('account_region')
          .innerJoin('region_closure', (join) =>
            join
              .onRef('region_closure.company_id', '=', 'account_region.company_id')
              .onRef('region_closure.ancestor_id', '=', 'account_region.region_id'),
          )
          .where('account_region.company_id', '=', companyId)
          .where('account_region.account_id', '=', accountId)
          .where((row) =>
            row.or([row('account_region.has_below', '=', 1), row('region_closure.depth', '=', 0)]),
          )
          .select('region_closure.descendant_id')
          .distinct(),
      )
      return rows.map((row) => row.descendant_id)
    },

    /** The region of each of these devices that the company has. */
    async regionsOfDevices(companyId: string, dids: readonly string[]): Promise<Map<string, string | null>> {
      return ofIds('devices', companyId, dids, async () => {
        const rows = await storage.read(
          db
            .selectFrom('device')
            .where('company_id', '=', companyId)
            .where('did', 'in', dids)
            .select(['did', 'region_id']),
        )
        return new Map(rows.map((row) => [row.did, row.region_id]))
      })
    },

    /** Where the device of each of these pictures stood when it was taken. */
    async regionsOfPictures(companyId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
      const rows = await storage.read(
        db
          .selectFrom('album_picture')
          .where('company_id', '=', companyId)
          .where('id', 'in', listed(storage, ids))
          .select(['id', 'region_id']),
      )
      return new Map(rows.map((row) => [row.id, row.region_id]))
    },

    /** The regions that each of these accounts of the company is bound to. */
    async regionsOfAccounts(
      companyId: string,
      ids: readonly string[],
    ): Promise<Map<string, 'all' | string[]>> {
      const rows = await storage.read(
        db
          .selectFrom('account')
          .leftJoin('account_region', (join) =>
            join
              .onRef('account_region.company_id', '=', 'account.company_id')
              .onRef('account_region.account_id', '=', 'account.id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.id', 'in', ids)
          .select(['account.id', 'account.all_regions', 'account_region.region_id']),
      )
      const found = new Map<string, 'all' | string[]>()
      for (const { id, all_regions, region_id } of rows) {
        const bound = found.get(id) ?? []
        if (all_regions || bound === 'all') found.set(id, 'all')
        else found.set(id, region_id === null ? bound : [...bound, region_id])
      }
      return found
    },

    /** Those of the ids that the company has. */
    async known(companyId: string, table: 'region' | 'role', ids: readonly string[]): Promise<Set<string>> {
      return ofIds(table, companyId, ids, async () => {
        const rows = await storage.read(
          db.selectFrom(table).where('company_id', '=', companyId).where('id', 'in', ids).select('id'),
        )
        return new Set(rows.map((row) => row.id))
      })
    },

    async writeLastSeen(seen: ReadonlyMap<string, number>): Promise<void> {
      await storage.write(
        [...seen].map(([id, at]) =>
          db
            .updateTable('session')
            .set({ last_seen_at: at })
            .where('id', '=', id)
            .where('last_seen_at', '<', at),
        ),
      )
    },

    /** Previews made from it end with it. Returns the sessions that it ended. */
    async revokeSession(companyId: string, sessionId: string, at: number): Promise<string[]> {
      const [revoked] = await storage.write([
        db
          .updateTable('session')
          .set({ revoked_at: at })
          .where('company_id', '=', companyId)
          .where((row) => row.or([row('id', '=', sessionId), row('preview_of', '=', sessionId)]))
          .where('revoked_at', 'is', null)
          .returning('id'),
      ])
      return revoked.rows.map((row) => row.id)
    },

    /** Returns the sessions that it ended. */
    async revokeAccount(companyId: string, accountId: string, at: number): Promise<string[]> {
      const [revoked] = await storage.write([
        db
          .updateTable('session')
          .set({ revoked_at: at })
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .returning('id'),
      ])
      return revoked.rows.map((row) => row.id)
    },

    /** Forgets sessions that ended before then. */
    async deleteSessionsEndedBefore(at: number): Promise<void> {
      await storage.write([db.deleteFrom('session').where('expires_at', '<', at)])
    },
  }
}

export type AuthorityStore = ReturnType<typeof authorityStore>
