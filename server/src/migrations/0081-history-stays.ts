import { CompiledQuery } from 'kysely'

import {
  addColumns,
  addIndexes,
  createTable,
  integer,
  optional,
  type Step,
  type Table,
  text,
} from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }

const event: Table = {
  name: 'device_event',
  columns: {
    company_id: text,
    id: text,
    did: text,
    kind: text,
    at: integer,
    name: text,
    value: text,
    unit: text,
    device_at: optional(integer),
  },
  primaryKey: ['company_id', 'id'],
  references: [ofCompany],
  indexes: [
    ['company_id', 'did', 'id'],
    ['company_id', 'at'],
  ],
}

const upgrade: Table = {
  name: 'upgrade',
  columns: {
    company_id: text,
    id: text,
    did: text,
    model: text,
    from_version: text,
    to_version: text,
    state: text,
    progress: integer,
    word: optional(text),
    created_at: integer,
    changed_at: integer,
    name: text,
  },
  primaryKey: ['company_id', 'id'],
  references: [ofCompany],
  indexes: [
    ['company_id', 'did', 'id'],
    ['state', 'company_id'],
  ],
}

/** Events and upgrades outlive the device in the company that had it: docs/decisions/0061-history-stays-with-its-company.md. */
export const historyStays: Step = (schema, engine) => {
  const column = (name: string): CompiledQuery =>
    schema.alterTable('device_transfer').addColumn(name, 'text').compile()
  return [
    ...(engine === 'postgres'
      ? [
          ...['device_event', 'upgrade'].flatMap((table) => [
            schema.alterTable(table).dropConstraint(`${table}_company_id_did_reference`).compile(),
            schema
              .alterTable(table)
              .addForeignKeyConstraint(`${table}_company_id_reference`, ['company_id'], 'company', ['id'])
              .compile(),
          ]),
          ...addIndexes(schema, 'device_event', [['company_id', 'at']]),
          ...addColumns(schema, engine, 'upgrade', ['name']),
        ]
      : // SQLite takes no reference away from a table: the rows move to another one.
        [event, upgrade].flatMap((table) => {
          const columns = Object.keys(table.columns).filter((name) => table !== upgrade || name !== 'name')
          const names = columns.join(', ')
          const values = table === upgrade ? `${names}, ''` : names
          return [
            schema.alterTable(table.name).renameTo('moved').compile(),
            ...(table.indexes ?? [])
              .filter((index) => !index.includes('at'))
              .map((index) => schema.dropIndex(`${table.name}_${index.join('_')}_index`).compile()),
            ...createTable(schema, engine, table),
            CompiledQuery.raw(`insert into ${table.name} select ${values} from moved`),
            schema.dropTable('moved').compile(),
          ]
        })),
    // Who may take an offer up, and where it went: what accounts bound to regions see of it.
    column('to_region_id'),
  ]
}
