import { integer, type Table, text } from './table.ts'

/** How long footage is kept of devices that the company parted with: as it was when they left. */
export const footageLeftBehind: Table[] = [
  {
    name: 'record_past_policy',
    columns: { company_id: text, did: text, days: integer, max_bytes: integer, left_at: integer },
    primaryKey: ['company_id', 'did'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
  },
]
