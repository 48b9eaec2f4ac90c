import { integer, type Table, text } from './table.ts'

/** Browsers that are told of alarms while no page is open. */
export const pushDevices: Table[] = [
  {
    name: 'push_device',
    columns: {
      company_id: text,
      account_id: text,
      /** The hash of its endpoint. */
      id: text,
      session_id: text,
      endpoint: text,
      p256dh: text,
      auth_box: text,
      language: text,
      created_at: integer,
    },
    primaryKey: ['company_id', 'account_id', 'id'],
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
