import { sql } from 'kysely'

import { addColumn, type Step } from './table.ts'

/** Recording by the week and on alarm: when, and how much before and after an alarm is kept. */
export const recordModes: Step = (schema, engine) =>
  ['record_device_policy', 'record_region_policy'].flatMap((table) => [
    addColumn(schema, engine, table, 'pre_s', 'integer', (it) => it.notNull().defaultTo(sql`10`)),
    addColumn(schema, engine, table, 'post_s', 'integer', (it) => it.notNull().defaultTo(sql`30`)),
    addColumn(schema, engine, table, 'ranges', 'text', (it) => it.notNull().defaultTo(sql`'[]'`)),
    addColumn(schema, engine, table, 'outside', 'integer', (it) => it.notNull().defaultTo(sql`0`)),
  ])
