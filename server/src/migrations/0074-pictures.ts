import { integer, type Table, text } from './table.ts'

/** Pictures that accounts uploaded, so that those which nobody shows are found. */
export const pictures: Table[] = [
  {
    name: 'picture',
    columns: { company_id: text, id: text, created_at: integer },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
    indexes: [['created_at']],
  },
]
