import { integer, type Table, text } from './table.ts'

/** How long pictures of the album and of alarms are kept; a company without a row has the usual. */
export const pictureKeeping: Table[] = [
  {
    name: 'picture_keeping',
    columns: { company_id: text, days: integer, gigabytes: integer },
    primaryKey: ['company_id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'], onDelete: 'cascade' }],
  },
]
