import { integer, type Table, text } from './table.ts'

const ofDevice = {
  columns: ['company_id', 'did'],
  table: 'device',
  targets: ['company_id', 'did'],
  onDelete: 'cascade' as const,
}

/** What the platform keeps of devices' settings: alarms, and what waits for the device to be back. */
export const deviceSettings: Table[] = [
  {
    name: 'device_alarm',
    columns: { company_id: text, did: text, channel: integer, settings: text, changed_at: integer },
    primaryKey: ['company_id', 'did', 'channel'],
    references: [ofDevice],
  },
  {
    name: 'device_pending',
    columns: { company_id: text, did: text, channel: integer, change: text, changed_at: integer },
    primaryKey: ['company_id', 'did', 'channel'],
    references: [ofDevice],
  },
]
