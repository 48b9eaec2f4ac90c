import { CompiledQuery, sql } from 'kysely'

import { addColumn, addIndexes, createTable, type Step, text } from './table.ts'

/**
 * What finds few of very many alarms: those that a person has looked at, and those of devices that the company has no more. And how
 * many a company keeps at most.
 */
export const alarmLists: Step = (schema, engine) => [
  addColumn(schema, engine, 'event_review', 'event_at', 'integer', (column) =>
    column.notNull().defaultTo(sql`0`),
  ),
  CompiledQuery.raw(
    'update event_review set event_at = (select event.at from event where event.company_id = event_review.company_id and event.id = event_review.event_id)',
  ),
  ...addIndexes(schema, 'event_review', [['company_id', 'account_id', 'event_at', 'event_id']]),
  ...createTable(schema, engine, {
    name: 'event_device',
    columns: { company_id: text, did: text },
    primaryKey: ['company_id', 'did'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
  }),
  CompiledQuery.raw('insert into event_device select distinct company_id, did from event_hour'),
  addColumn(schema, engine, 'alarm_policy', 'most', 'integer', (column) =>
    column.notNull().defaultTo(sql.lit(10_000_000)),
  ),
]
