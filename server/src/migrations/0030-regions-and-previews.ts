import { type CompiledQuery, type SchemaModule, sql } from 'kysely'

import { addColumn } from './table.ts'

/** Bindings that take in what is built below later, or not; sessions that only look at what a role may do. */
export function regionsAndPreviews(schema: SchemaModule, engine: 'sqlite' | 'postgres'): CompiledQuery[] {
  return [
    addColumn(schema, engine, 'account_region', 'has_below', 'integer', (column) =>
      column.notNull().defaultTo(sql`1`),
    ),
    addColumn(schema, engine, 'session', 'preview_role_id', 'text'),
    addColumn(schema, engine, 'session', 'preview_of', 'text'),
  ]
}
