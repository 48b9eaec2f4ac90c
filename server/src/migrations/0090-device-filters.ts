import { integer, type Table, text } from './table.ts'

/** The filters of the device list that an account keeps. */
export const deviceFilters: Table[] = [
  {
    name: 'account_device_filter',
    columns: {
      company_id: text,
      account_id: text,
      id: text,
      name: text,
      content: text,
      created_at: integer,
    },
    primaryKey: ['company_id', 'account_id', 'id'],
    uniques: [['company_id', 'account_id', 'name']],
    references: [
      {
        columns: ['company_id', 'account_id'],
        table: 'account',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
  },
]
