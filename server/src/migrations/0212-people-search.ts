import { CompiledQuery, sql } from 'kysely'

import { addColumns, type Fill, type FoundRow, type Step } from './table.ts'

/** What accounts and roles are searched by, in lower case as the program makes it: both databases know the letters of ASCII alone. */
export const peopleSearch: Step = (schema, engine) => [
  ...addColumns(schema, engine, 'account', ['display_name_search', 'email_search']),
  ...addColumns(schema, engine, 'role', ['name_search']),
  CompiledQuery.raw(
    `update account set display_name_search = lower(display_name), email_search = lower(coalesce(email, ''))`,
  ),
  CompiledQuery.raw('update role set name_search = lower(name)'),
]

const SEARCHED = [
  ['account', 'display_name_search'],
  ['account', 'email_search'],
  ['role', 'name_search'],
] as const

/** The rest of the letters, in the few rows that have such. */
export const fillPeopleSearch: Fill = async (run, db) => {
  for (const [table, column] of SEARCHED) {
    const all = sql<FoundRow>`select company_id, id, ${sql.ref(column)} as search from ${sql.table(table)}`
    for (const { company_id, id, search = '' } of await run(all.compile(db))) {
      const lower = search.toLowerCase()
      if (lower === search) continue
      const update = sql<FoundRow>`update ${sql.table(table)} set ${sql.ref(column)} = ${lower}
        where company_id = ${company_id} and id = ${id}`
      await run(update.compile(db))
    }
  }
}
