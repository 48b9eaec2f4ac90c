import { blob, integer, type Table, text } from './table.ts'

const device = [
  {
    columns: ['company_id', 'did'],
    table: 'device',
    targets: ['company_id', 'did'],
    onDelete: 'cascade' as const,
  },
]

/** What was found wrong with recordings, hour by hour, and what each camera looks at. */
export const recordChecks: Table[] = [
  {
    name: 'record_check',
    columns: {
      company_id: text,
      did: text,
      channel: integer,
      hour_ms: integer,
      expected_ms: integer,
      recorded_ms: integer,
      looks: integer,
      faults: integer,
    },
    primaryKey: ['company_id', 'did', 'channel', 'hour_ms'],
    references: device,
    indexes: [['hour_ms']],
  },
  {
    name: 'record_view',
    columns: { company_id: text, did: text, channel: integer, light: text, view: blob },
    primaryKey: ['company_id', 'did', 'channel', 'light'],
    references: device,
  },
]
