import { integer, type Table, text } from './table.ts'

/** Accounts whose owner has not chosen a password yet. */
export const invitations: Table[] = [
  {
    name: 'invitation',
    columns: {
      company_id: text,
      account_id: text,
      token_hash: text,
      sent_at: integer,
      expires_at: integer,
    },
    primaryKey: ['company_id', 'account_id'],
    // A link is looked up before its company is known.
    uniques: [['token_hash']],
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
