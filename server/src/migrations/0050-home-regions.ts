import { integer, type Table, text } from './table.ts'

/** The regions that an account marked as its own favourites. */
export const homeRegions: Table[] = [
  {
    name: 'account_home_region',
    columns: { company_id: text, account_id: text, region_id: text, created_at: integer },
    primaryKey: ['company_id', 'account_id', 'region_id'],
    references: [
      {
        columns: ['company_id', 'account_id'],
        table: 'account',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
      {
        columns: ['company_id', 'region_id'],
        table: 'region',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
    indexes: [['company_id', 'region_id']],
  },
]
