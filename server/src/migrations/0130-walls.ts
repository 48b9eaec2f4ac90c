import { integer, optional, type Table, text } from './table.ts'

/** Walls that people keep: their own by number; named ones, which a role may share, will follow behind those. */
export const walls: Table[] = [
  {
    name: 'account_wall',
    columns: {
      company_id: text,
      account_id: text,
      number: integer,
      name: text,
      role_id: optional(text),
      content: text,
      saved_at: integer,
    },
    primaryKey: ['company_id', 'account_id', 'number'],
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
