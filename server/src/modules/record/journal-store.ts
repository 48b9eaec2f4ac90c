/** The SQL of what retention took away. */
import { type Selectable, sql } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type JournalRow = Selectable<Tables['record_journal']>

export interface JournalFilter {
  did?: string | undefined
  /** A region with those below it. */
  regionId?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
}

export function journalStore(storage: Storage) {
  const { db, engine } = storage

  const matching = (companyId: string, regions: Regions, { did, regionId, fromMs, toMs }: JournalFilter) => {
    let query = db.selectFrom('record_journal').where('company_id', '=', companyId)
    if (did !== undefined) query = query.where('did', '=', did)
    if (fromMs !== undefined) query = query.where('at', '>=', fromMs)
    if (toMs !== undefined) query = query.where('at', '<', toMs)
    if (regionId !== undefined)
      query = query.where('did', 'in', (device) =>
        device
          .selectFrom('device')
          .innerJoin('region_closure as closure', (join) =>
            join
              .onRef('closure.company_id', '=', 'device.company_id')
              .onRef('closure.descendant_id', '=', 'device.region_id'),
          )
          .where('device.company_id', '=', companyId)
          .where('closure.ancestor_id', '=', regionId)
          .select('device.did'),
      )
    if (regions === 'all') return query
    // One parameter for all ids, since no engine takes any number of parameters.
    const json = JSON.stringify([...regions])
    const listed =
      engine === 'sqlite'
        ? sql<string>`(select value from json_each(${json}))`
        : sql<string>`(select jsonb_array_elements_text(${json}::jsonb))`
    return query.where('did', 'in', (device) =>
      device
        .selectFrom('device')
        .where('device.company_id', '=', companyId)
        .where('device.region_id', 'in', listed)
        .select('device.did'),
    )
  }

  return {
    /** Stores all in one unit. */
    async intend(
      companyId: string,
      rows: readonly Omit<JournalRow, 'company_id' | 'state'>[],
    ): Promise<void> {
      await storage.write(
        rows.map((row) =>
          db.insertInto('record_journal').values({ company_id: companyId, ...row, state: 'intended' }),
        ),
      )
    },

    /** Says what really went, as one unit; what came to nothing leaves no trace. */
    async finish(
      companyId: string,
      rows: readonly Pick<JournalRow, 'id' | 'files' | 'bytes' | 'from_ms' | 'to_ms'>[],
    ): Promise<void> {
      await storage.write(
        rows.map(({ id, ...gone }) =>
          gone.files === 0
            ? db.deleteFrom('record_journal').where('company_id', '=', companyId).where('id', '=', id)
            : db
                .updateTable('record_journal')
                .set({ ...gone, state: 'done', segments: '' })
                .where('company_id', '=', companyId)
                .where('id', '=', id),
        ),
      )
    },

    /** Deletes, for all companies, what is older: nobody is told of it any more. */
    async forget(before: number): Promise<void> {
      await storage.write([
        db.deleteFrom('record_journal').where('state', '=', 'done').where('at', '<', before),
      ])
    },

    /** What was cut short, in all companies. */
    unfinished(): Promise<JournalRow[]> {
      return storage.read(
        db.selectFrom('record_journal').where('state', '=', 'intended').orderBy('id').selectAll(),
      )
    },

    /** Whether footage of a device was deleted that was of before and after this moment. */
    async hasDeleted(companyId: string, did: string, atMs: number): Promise<boolean> {
      const found = await storage.read(
        db
          .selectFrom('record_journal')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('from_ms', '<=', atMs)
          .where('to_ms', '>', atMs)
          .select('id')
          .limit(1),
      )
      return found.length > 0
    },

    async total(companyId: string, regions: Regions, filter: JournalFilter): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, regions, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    page(companyId: string, regions: Regions, filter: JournalFilter, offset: number, limit: number) {
      return storage.read(
        matching(companyId, regions, filter)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .selectAll()
          .select((row) =>
            row
              .selectFrom('device')
              .where('device.company_id', '=', companyId)
              .whereRef('device.did', '=', 'record_journal.did')
              .select('device.name')
              .as('name'),
          ),
      )
    },
  }
}

export type JournalStore = ReturnType<typeof journalStore>
