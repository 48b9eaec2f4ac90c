import { integer, type Table, text } from './table.ts'

/** Devices that no company has, by what they presented; and the codes by which a company takes one of them. */
export const knownDevices: Table[] = [
  {
    name: 'known_device',
    columns: { did: text, mark: text, origin: text, seen_at: integer },
    primaryKey: ['did', 'mark'],
    indexes: [
      ['mark', 'seen_at'],
      ['origin', 'seen_at'],
    ],
  },
  {
    name: 'bind_code',
    columns: { company_id: text, mark: text, expires_at: integer },
    primaryKey: ['company_id', 'mark'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
  },
]
