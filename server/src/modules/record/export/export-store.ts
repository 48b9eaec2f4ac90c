/** The SQL of exports. */
import type { ExportKind, ExportPart, ExportReason } from '@vedette/contract/calls/export'
import type { Selectable } from 'kysely'

import type { Tables } from '../../../engines/storage/schema.ts'
import type { Query, Storage } from '../../../engines/storage/storage.ts'

export type ExportRow = Selectable<Tables['record_export']>

export interface ExportedCamera {
  did: string
  channel: number
  name: string
}

/** A part of a finished export: `file` is its name in the export's folder. */
export interface StoredPart extends ExportPart {
  file: string
}

export interface NewExport {
  id: string
  accountId: string
  kind: ExportKind
  cameras: readonly ExportedCamera[]
  fromMs: number
  toMs: number
  note: string
  createdAt: number
  expiresAt: number
}

/** Who asked, and whose the footage is: as evidence names them. */
export interface Parties {
  company: string
  timeZone: string
  account: string
}

export function exportStore(storage: Storage) {
  const { db } = storage
  return {
    adding(companyId: string, it: NewExport): Query {
      return db.insertInto('record_export').values({
        company_id: companyId,
        id: it.id,
        account_id: it.accountId,
        kind: it.kind,
        cameras: JSON.stringify(it.cameras),
        from_ms: it.fromMs,
        to_ms: it.toMs,
        note: it.note,
        state: 'waiting',
        reason: '',
        parts: '[]',
        created_at: it.createdAt,
        expires_at: it.expiresAt,
      })
    },

    finishing(companyId: string, id: string, reason: ExportReason, parts: readonly StoredPart[]): Query {
      return db
        .updateTable('record_export')
        .set({ state: reason === '' ? 'done' : 'failed', reason, parts: JSON.stringify(parts) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
    },

    /** The latest first. */
    ofAccount(companyId: string, accountId: string): Promise<ExportRow[]> {
      return storage.read(
        db
          .selectFrom('record_export')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .selectAll(),
      )
    },

    async one(companyId: string, accountId: string, id: string): Promise<ExportRow | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('record_export')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .selectAll(),
      )
      return row
    },

    async countOf(companyId: string, accountId: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('record_export')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .select((it) => it.fn.countAll<number>().as('count')),
      )
      return Number(row?.count ?? 0)
    },

    /** Reads those of all companies. */
    expired(nowMs: number): Promise<{ companyId: string; id: string }[]> {
      return storage.read(
        db
          .selectFrom('record_export')
          .where('expires_at', '<', nowMs)
          .select(['company_id as companyId', 'id']),
      )
    },

    async remove(companyId: string, id: string): Promise<void> {
      await storage.write([
        db.deleteFrom('record_export').where('company_id', '=', companyId).where('id', '=', id),
      ])
    },

    async names(companyId: string, dids: readonly string[]): Promise<Map<string, string>> {
      const rows = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .select(['did', 'name']),
      )
      return new Map(rows.map(({ did, name }) => [did, name]))
    },

    async parties(companyId: string, accountId: string): Promise<Parties> {
      const [row] = await storage.read(
        db
          .selectFrom('company')
          .leftJoin('account', (join) =>
            join.onRef('account.company_id', '=', 'company.id').on('account.id', '=', accountId),
          )
          .where('company.id', '=', companyId)
          .select(['company.name as company', 'company.time_zone as timeZone', 'account.name as account']),
      )
      return { company: row?.company ?? '', timeZone: row?.timeZone ?? 'UTC', account: row?.account ?? '' }
    },
  }
}

export type ExportStore = ReturnType<typeof exportStore>
