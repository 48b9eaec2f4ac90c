import { integer, optional, type Table, text } from './table.ts'

/** Patrols that people keep under names, seen by a role where they are shared. */
export const patrolTours: Table[] = [
  {
    name: 'patrol_tour',
    columns: {
      company_id: text,
      id: text,
      account_id: text,
      role_id: optional(text),
      name: text,
      content: text,
      saved_at: integer,
    },
    primaryKey: ['company_id', 'id'],
    references: [
      {
        columns: ['company_id', 'account_id'],
        table: 'account',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
    indexes: [
      ['company_id', 'account_id'],
      ['company_id', 'role_id'],
    ],
  },
]
