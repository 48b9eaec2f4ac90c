import { integer, type Table, text } from './table.ts'

/** How devices came and went. No key to the device: what one company saw of it stays when another takes it over. */
export const presence: Table[] = [
  {
    name: 'presence_change',
    columns: {
      company_id: text,
      did: text,
      id: text,
      at: integer,
      presence: integer,
      reason: text,
      status: text,
      is_first: integer,
    },
    primaryKey: ['company_id', 'did', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['at']],
  },
]
