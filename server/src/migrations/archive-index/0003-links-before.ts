import { sql } from 'kysely'

import { addColumn, type Step } from '../table.ts'

/** The chain's value before each file, which the row before it has only for as long as it is kept. Empty where it was not noted yet. */
export const linksBefore: Step = (schema, engine) => [
  addColumn(schema, engine, 'segment', 'link_before', 'text', (it) => it.notNull().defaultTo(sql`''`)),
]
