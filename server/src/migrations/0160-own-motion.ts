import { sql } from 'kysely'

import { addColumn, type Step } from './table.ts'

/** Whether the device tells of motion itself, so that the platform need not look for it. */
export const ownMotion: Step = (schema, engine) => [
  addColumn(schema, engine, 'device_alarm', 'own_motion', 'integer', (column) =>
    column.notNull().defaultTo(sql`0`),
  ),
]
