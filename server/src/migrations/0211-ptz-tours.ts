import { integer, optional, type Table, text } from './table.ts'

/** Tours from preset to preset, and who started the one that runs. */
export const ptzTours: Table[] = [
  {
    name: 'ptz_tour',
    columns: {
      company_id: text,
      id: text,
      did: text,
      channel: integer,
      name: text,
      presets: text,
      dwell_s: integer,
      started_by: optional(text),
      started_at: optional(integer),
    },
    primaryKey: ['company_id', 'id'],
    uniques: [['company_id', 'did', 'channel', 'name']],
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
  },
]
