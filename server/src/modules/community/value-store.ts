import { DICTIONARIES, type DictionaryKind } from '@vedette/contract/calls/community'

import type { Storage } from '../../engines/storage/storage.ts'
import { FIRST_VALUES } from './values.ts'

/** Where a value of a dictionary is used. */
const USES = [
  ['community_area', 'type'],
  ['community_area', 'street'],
  ['community_resident', 'education'],
  ['community_resident', 'marital_status'],
  ['community_resident', 'relation'],
  ['community_vehicle', 'type'],
  ['community_vehicle', 'colour'],
] as const

export function valueStore(storage: Storage) {
  const { db } = storage
  return {
    /** Gives a company that was never asked for them the values to begin with. */
    async seed(companyId: string, at: number): Promise<void> {
      const isSeeded = db.selectFrom('community_seeded').where('company_id', '=', companyId).select('at')
      if ((await storage.read(isSeeded)).length > 0) return
      const rows = DICTIONARIES.flatMap((kind) =>
        FIRST_VALUES[kind].map(([name_en, name_zh], place) => ({
          company_id: companyId,
          id: `${kind}${place + 1}`,
          kind,
          name_en,
          name_zh,
          seq: place + 1,
        })),
      )
      await storage.transaction(async (transaction) => {
        if ((await transaction.run(isSeeded)).rows.length > 0) return
        await transaction.run(db.insertInto('community_value').values(rows))
        await transaction.run(db.insertInto('community_seeded').values({ company_id: companyId, at }))
      })
    },

    all: (companyId: string) =>
      storage.read(
        db
          .selectFrom('community_value')
          .where('company_id', '=', companyId)
          .orderBy('kind')
          .orderBy('seq')
          .orderBy('id')
          .selectAll(),
      ),

    /** Those of the ids that are values of that kind. */
    async known(companyId: string, kind: DictionaryKind, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await storage.read(
        db
          .selectFrom('community_value')
          .where('company_id', '=', companyId)
          .where('kind', '=', kind)
          .where('id', 'in', [...ids])
          .select('id'),
      )
      return new Set(rows.map(({ id }) => id))
    },

    async add(companyId: string, id: string, kind: DictionaryKind, name: string): Promise<void> {
      const named = { company_id: companyId, id, kind, name_en: name, name_zh: name }
      await storage.transaction(async (transaction) => {
        const last = db
          .selectFrom('community_value')
          .where('company_id', '=', companyId)
          .where('kind', '=', kind)
          .select((it) => it.fn.max('seq').as('seq'))
        const [row] = (await transaction.run(last)).rows
        await transaction.run(
          db.insertInto('community_value').values({ ...named, seq: Number(row?.seq ?? 0) + 1 }),
        )
      })
    },

    /** Returns whether it was there. */
    async rename(companyId: string, id: string, kind: DictionaryKind, name: string): Promise<boolean> {
      const [renamed] = await storage.write([
        db
          .updateTable('community_value')
          .set({ name_en: name, name_zh: name })
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .where('kind', '=', kind),
      ])
      return renamed.changes > 0
    },

    async uses(companyId: string, id: string): Promise<number> {
      const counts = USES.map(([table, column]) =>
        storage.read(
          db
            .selectFrom(table)
            .where('company_id', '=', companyId)
            .where(column, '=', id)
            .select((it) => it.fn.countAll<number>().as('count')),
        ),
      )
      const tagged = storage.read(
        db
          .selectFrom('community_resident')
          .where('company_id', '=', companyId)
          .where('tags', 'like', `%"${id}"%`)
          .select((it) => it.fn.countAll<number>().as('count')),
      )
      const found = await Promise.all([...counts, tagged])
      return found.reduce((sum, [row]) => sum + Number(row?.count ?? 0), 0)
    },

    /** Returns whether it was there. */
    async remove(companyId: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db.deleteFrom('community_value').where('company_id', '=', companyId).where('id', '=', id),
      ])
      return removed.changes > 0
    },
  }
}

export type ValueStore = ReturnType<typeof valueStore>
