import { integer, type Table, text } from './table.ts'

/** Work that outlives a call and a restart, and what it came to. */
export const jobs: Table[] = [
  {
    name: 'job',
    columns: {
      company_id: text,
      id: text,
      account_id: text,
      kind: text,
      input: text,
      done: integer,
      total: integer,
      created_at: integer,
      lease_until: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['lease_until'], ['company_id', 'account_id']],
  },
  {
    // A row of its own, so that of two that work at the same job one alone can finish it.
    name: 'job_result',
    columns: {
      company_id: text,
      id: text,
      account_id: text,
      state: text,
      done: integer,
      total: integer,
      result: text,
      ended_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['ended_at']],
  },
]
