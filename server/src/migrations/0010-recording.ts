import { integer, type Table, text } from './table.ts'

const policy = { main: integer, sub: integer, days: integer, max_bytes: integer }

/** What is recorded, how long it is kept, what is locked, what went. */
export const recording: Table[] = [
  {
    name: 'record_device_policy',
    columns: { company_id: text, did: text, ...policy },
    primaryKey: ['company_id', 'did'],
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
  },
  {
    name: 'record_region_policy',
    columns: { company_id: text, region_id: text, ...policy },
    primaryKey: ['company_id', 'region_id'],
    references: [
      {
        columns: ['company_id', 'region_id'],
        table: 'region',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
  },
  {
    name: 'record_lock',
    columns: {
      company_id: text,
      id: text,
      did: text,
      from_ms: integer,
      to_ms: integer,
      reason: text,
      account_id: text,
      created_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['company_id', 'did', 'from_ms']],
  },
  {
    name: 'record_journal',
    columns: {
      company_id: text,
      id: text,
      did: text,
      at: integer,
      reason: text,
      files: integer,
      bytes: integer,
      from_ms: integer,
      to_ms: integer,
      state: text,
      segments: text,
    },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['company_id', 'at'], ['state']],
  },
  {
    name: 'record_clock',
    columns: { id: integer, at: integer },
    primaryKey: ['id'],
  },
]
