import { integer, optional, type Table, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }

/** Devices that were offered to another company. It outlives the devices, as the old company's history. */
export const transfers: Table[] = [
  {
    name: 'device_transfer',
    columns: {
      company_id: text,
      id: text,
      code_hash: text,
      state: text,
      to_company_id: optional(text),
      devices: text,
      created_at: integer,
      expires_at: integer,
      ended_at: optional(integer),
    },
    primaryKey: ['company_id', 'id'],
    uniques: [['code_hash']],
    references: [ofCompany],
    indexes: [['to_company_id', 'id']],
  },
]
