import { type SqlBool, sql } from 'kysely'
import type { ObjectKind, ObjectRef } from '@vedette/contract/ids'

import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import { type ChainedRow, markOf, NO_ROW, sealOf } from './chain.ts'

/** A row before it has its place in the chain. */
export type NewRow = Omit<ChainedRow, 'seq'>

export type AuditOutcome = 'done' | 'refused' | 'failed' | 'unfinished'

export interface AuditFilter {
  from?: number | undefined
  until?: number | undefined
  accountId?: string | undefined
  did?: string | undefined
  keyword?: string | undefined
  paths?: readonly string[] | undefined
  /** Any of these. */
  outcomes?: readonly AuditOutcome[] | undefined
}

const ROWS_OF_VERIFICATION = 2000
/** The codes that say that something was not permitted, or not possible, rather than broken. */
const SUCCESSES = ['200', '0'] as const
const FAULTS = ['6007', '6010'] as const

export function auditStore(storage: Storage) {
  const { db } = storage

  const headOf = async (companyId: string, transaction: Transaction) => {
    const { rows } = await transaction.run(
      db.selectFrom('audit_head').where('company_id', '=', companyId).select(['seq', 'mac']),
    )
    return rows[0] ?? { seq: 0, mac: NO_ROW }
  }

  /** Actions with how they ended. */
  const matching = (companyId: string, filter: AuditFilter) => {
    let query = db
      .selectFrom('audit as action')
      .leftJoin('audit as end', (join) =>
        join.onRef('end.company_id', '=', 'action.company_id').onRef('end.begun', '=', 'action.seq'),
      )
      .where('action.company_id', '=', companyId)
      .where('action.kind', '!=', 'ended')
    if (filter.from !== undefined) query = query.where('action.at', '>=', filter.from)
    if (filter.until !== undefined) query = query.where('action.at', '<', filter.until)
    if (filter.accountId !== undefined) query = query.where('action.account_id', '=', filter.accountId)
    // A quote in a name is escaped there, so nothing else looks like it.
    if (filter.did !== undefined) query = query.where('action.targets', 'like', `%"id":"${filter.did}"%`)
    if (filter.paths !== undefined)
      query = query.where((row) =>
        filter.paths?.length ? row('action.path', 'in', filter.paths) : sql<SqlBool>`1 = 0`,
      )
    if (filter.keyword !== undefined) {
      const pattern = `%${filter.keyword.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where(sql<SqlBool>`action.search like ${pattern} escape '\\'`)
    }
    const { outcomes } = filter
    if (outcomes === undefined) return query
    return query.where((row) => {
      const ended = {
        done: row.or([row('action.kind', '=', 'seen'), row('end.code', 'in', SUCCESSES)]),
        refused: row.or([
          row('action.kind', '=', 'refused'),
          row.and([row('end.code', 'is not', null), row('end.code', 'not in', [...SUCCESSES, ...FAULTS])]),
        ]),
        failed: row('end.code', 'in', FAULTS),
        unfinished: row.and([row('action.kind', '=', 'begun'), row('end.seq', 'is', null)]),
      }
      return row.or(outcomes.map((outcome) => ended[outcome]))
    })
  }

  return {
    /** Puts the rows at the end of their companies' chains and returns their numbers. */
    append: (key: Buffer, rows: readonly NewRow[]): Promise<number[]> =>
      storage.transaction(async (transaction) => {
        const heads = new Map<string, { seq: number; mac: string }>()
        const numbers: number[] = []
        for (const row of rows) {
          const head = heads.get(row.company_id) ?? (await headOf(row.company_id, transaction))
          const placed = { ...row, seq: head.seq + 1 }
          const mac = markOf(key, head.mac, placed)
          await transaction.run(db.insertInto('audit').values({ ...placed, mac }))
          heads.set(row.company_id, { seq: placed.seq, mac })
          numbers.push(placed.seq)
        }
        for (const [company_id, { seq, mac }] of heads) {
          const seal = sealOf(key, company_id, seq, mac)
          await transaction.run(
            db
              .insertInto('audit_head')
              .values({ company_id, seq, mac, seal })
              .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ seq, mac, seal })),
          )
        }
        return numbers
      }),

    async total(companyId: string, filter: AuditFilter): Promise<number> {
      const [row] = await storage.readHeavy(
        matching(companyId, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** Newest first. */
    page: (companyId: string, filter: AuditFilter, offset: number, limit: number) =>
      storage.readHeavy(
        matching(companyId, filter)
          .select([
            'action.seq',
            'action.at',
            'action.kind',
            'action.account_id',
            'action.account',
            'action.address',
            'action.path',
            'action.targets',
            'action.code',
            'action.details',
            'end.code as end_code',
            'end.details as end_details',
          ])
          .orderBy('action.seq', 'desc')
          .limit(limit)
          .offset(offset),
      ),

    /** How these are called now, for a row that outlives them. */
    async namesOf(companyId: string, objects: readonly ObjectRef[]): Promise<Map<string, string>> {
      const idsOf = (kind: ObjectKind): string[] =>
        objects.filter((object) => object.kind === kind).map(({ id }) => id)
      const names = new Map<string, string>()
      for (const kind of ['region', 'role', 'account'] as const) {
        const ids = idsOf(kind)
        if (ids.length === 0) continue
        const rows = await storage.read(
          db
            .selectFrom(kind)
            .where('company_id', '=', companyId)
            .where('id', 'in', ids)
            .select(['id', 'name']),
        )
        for (const { id, name } of rows) names.set(`${kind}:${id}`, name)
      }
      const dids = idsOf('device')
      if (dids.length > 0)
        for (const { did, name } of await storage.read(
          db
            .selectFrom('device')
            .where('company_id', '=', companyId)
            .where('did', 'in', dids)
            .select(['did', 'name']),
        ))
          names.set(`device:${did}`, name)
      return names
    },

    async account(companyId: string, accountId: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('company', 'company.id', 'account.company_id')
          .where('account.company_id', '=', companyId)
          .where('account.id', '=', accountId)
          .select(['account.name', 'company.code']),
      )
      return row
    },

    async head(companyId: string) {
      const [row] = await storage.read(
        db.selectFrom('audit_head').where('company_id', '=', companyId).selectAll(),
      )
      return row
    },

    async lastSeq(companyId: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('audit')
          .where('company_id', '=', companyId)
          .select((it) => it.fn.max('seq').as('last')),
      )
      return row?.last ?? 0
    },

    heads: () => storage.read(db.selectFrom('audit_head').selectAll().orderBy('company_id')),

    /** Companies that have rows, whether or not anything says where their chains end. */
    companies: () => storage.readHeavy(db.selectFrom('audit').select('company_id').distinct()),

    /** The rows after this one up to another, in order, some at a time. */
    after: (companyId: string, seq: number, last: number) =>
      storage.readHeavy(
        db
          .selectFrom('audit')
          .where('company_id', '=', companyId)
          .where('seq', '>', seq)
          .where('seq', '<=', last)
          .selectAll()
          .orderBy('seq')
          .limit(ROWS_OF_VERIFICATION),
      ),
  }
}

export type AuditStore = ReturnType<typeof auditStore>
