import { integer, optional, type Table, text } from './table.ts'

const ofDevice = {
  columns: ['company_id', 'did'],
  table: 'device',
  targets: ['company_id', 'did'],
  onDelete: 'cascade' as const,
}

/** What gateways and scanning guns report. */
export const gateways: Table[] = [
  {
    name: 'device_sensor',
    columns: {
      company_id: text,
      did: text,
      sensor: text,
      kind: text,
      value: text,
      unit: text,
      at: integer,
      event_at: integer,
    },
    primaryKey: ['company_id', 'did', 'sensor'],
    references: [ofDevice],
  },
  {
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
    references: [ofDevice],
    indexes: [['company_id', 'did', 'id']],
  },
]
