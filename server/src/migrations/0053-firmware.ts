import { integer, optional, type Table, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }

/** Files of firmware, and what became of each upgrade. A device that is gone keeps its history until it is pruned. */
export const firmware: Table[] = [
  {
    name: 'firmware',
    columns: {
      company_id: text,
      model: text,
      version: text,
      file_name: text,
      blob: text,
      bytes: integer,
      sha256: text,
      received: integer,
      is_ready: integer,
      created_at: integer,
    },
    primaryKey: ['company_id', 'model', 'version'],
    references: [ofCompany],
  },
  {
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
    },
    primaryKey: ['company_id', 'id'],
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
    indexes: [
      ['company_id', 'did', 'id'],
      ['state', 'company_id'],
    ],
  },
]
