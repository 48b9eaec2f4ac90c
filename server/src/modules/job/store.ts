import { type Expression, sql, type SqlBool } from 'kysely'

import type { Query, Storage } from '../../engines/storage/storage.ts'

export interface JobRow {
  company_id: string
  id: string
  account_id: string
  kind: string
  input: string
}

export interface JobEnd {
  state: 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  /** JSON. */
  result: string
  endedAt: number
}

/** Which kinds of jobs are meant. */
export type Kinds = { only: string } | { butFor: readonly string[] }

export function jobStore(storage: Storage) {
  const { db } = storage
  /** SQL that is true of a row of these kinds. */
  const isOf = (kind: Expression<string>, kinds: Kinds) =>
    'only' in kinds
      ? sql<SqlBool>`${kind} = ${kinds.only}`
      : sql<SqlBool>`${kind} not in ${sql`(${sql.join(['', ...kinds.butFor])})`}`
  const key = (companyId: string, id: string) => ({ company_id: companyId, id })

  return {
    async enqueue(
      companyId: string,
      job: Omit<JobRow, 'company_id'>,
      createdAt: number,
      alongside: readonly Query[],
    ): Promise<void> {
      await storage.write([
        db.insertInto('job').values({
          company_id: companyId,
          ...job,
          done: 0,
          total: 0,
          created_at: createdAt,
          lease_until: 0,
        }),
        ...alongside,
      ])
    },

    /** Claims the oldest job of any company that nobody works at, until then. */
    async claim(nowMs: number, leaseUntilMs: number, kinds: Kinds): Promise<JobRow | undefined> {
      const [claimed] = await storage.write([
        db
          .updateTable('job')
          .set({ lease_until: leaseUntilMs })
          .where('lease_until', '<', nowMs)
          .where('id', '=', (row) =>
            row
              .selectFrom('job as waiting')
              .where('waiting.lease_until', '<', nowMs)
              .where((job) => isOf(job.ref('waiting.kind'), kinds))
              .orderBy('waiting.created_at')
              .orderBy('waiting.id')
              .select('waiting.id')
              .limit(1),
          )
          .returning(['company_id', 'id', 'account_id', 'kind', 'input']),
      ])
      return claimed.rows[0]
    },

    async progress(
      companyId: string,
      id: string,
      { done, total, leaseUntil }: { done: number; total: number; leaseUntil: number },
    ): Promise<void> {
      await storage.write([
        db
          .updateTable('job')
          .set({ done, total, lease_until: leaseUntil })
          .where('company_id', '=', companyId)
          .where('id', '=', id),
      ])
    },

    /** One unit with what the job does. Meets `UniqueViolation` where somebody else finished it. */
    async finish({ company_id, id, account_id }: JobRow, end: JobEnd, work: readonly Query[]): Promise<void> {
      await storage.write([
        ...work,
        db.insertInto('job_result').values({
          ...key(company_id, id),
          account_id,
          state: end.state,
          done: end.done,
          total: end.total,
          result: end.result,
          ended_at: end.endedAt,
        }),
        db.deleteFrom('job').where('company_id', '=', company_id).where('id', '=', id),
      ])
    },

    /** The job of this account that nobody ended yet. */
    async waiting(companyId: string, accountId: string, id: string): Promise<JobRow | undefined> {
      const [job] = await storage.read(
        db
          .selectFrom('job')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .select(['company_id', 'id', 'account_id', 'kind', 'input']),
      )
      return job
    },

    /** How far it is; undefined for one that this account did not ask for. */
    async state(companyId: string, accountId: string, id: string) {
      const [ended] = await storage.read(
        db
          .selectFrom('job_result')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .select(['state', 'done', 'total', 'result']),
      )
      if (ended) return ended
      const [waiting] = await storage.read(
        db
          .selectFrom('job')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .select(['done', 'total']),
      )
      return waiting && { ...waiting, state: 'running' as const, result: '' }
    },

    async countOf(companyId: string, kinds: Kinds): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('job')
          .where('company_id', '=', companyId)
          .where((job) => isOf(job.ref('kind'), kinds))
          .select((it) => it.fn.countAll<number>().as('count')),
      )
      return row?.count ?? 0
    },

    async forget(endedBeforeMs: number): Promise<void> {
      await storage.write([db.deleteFrom('job_result').where('ended_at', '<', endedBeforeMs)])
    },
  }
}

export type JobStore = ReturnType<typeof jobStore>
