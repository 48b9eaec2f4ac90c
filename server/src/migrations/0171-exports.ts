import { integer, type Table, text } from './table.ts'

/** Footage that somebody asked to have in his hand. Its id is that of its job. */
export const exports: Table[] = [
  {
    name: 'record_export',
    columns: {
      company_id: text,
      id: text,
      account_id: text,
      kind: text,
      cameras: text,
      from_ms: integer,
      to_ms: integer,
      note: text,
      state: text,
      reason: text,
      parts: text,
      created_at: integer,
      expires_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['expires_at'], ['company_id', 'account_id']],
  },
]
