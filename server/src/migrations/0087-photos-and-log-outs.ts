import { sql } from 'kysely'

import { addColumn, createTables, integer, type Step, type Table, text } from './table.ts'

const tables: Table[] = [
  {
    name: 'device_photo',
    columns: { company_id: text, did: text, picture_id: text, taken_at: integer },
    primaryKey: ['company_id', 'did'],
    // It goes with the device's row, which another company's takes the place of.
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
    indexes: [['company_id', 'picture_id']],
  },
  {
    name: 'provider_log_out',
    columns: { company_id: text, token_hash: text, url_box: text },
    primaryKey: ['token_hash'],
    references: [{ columns: ['token_hash'], table: 'session', targets: ['token_hash'], onDelete: 'cascade' }],
  },
]

/** Photos of where devices hang, and log-outs that end the session at the identity provider as well. */
export const photosAndLogOuts: Step = (schema, engine) => [
  ...createTables(schema, engine, tables),
  // The address to come back to has to be registered there first.
  addColumn(schema, engine, 'identity_provider', 'ends_session', 'integer', (column) =>
    column.notNull().defaultTo(sql`0`),
  ),
]
