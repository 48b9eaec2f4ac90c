import { integer, optional, type Table, text } from './table.ts'

/** Names and pictures of where cameras can be turned to. */
export const ptzPresets: Table[] = [
  {
    name: 'ptz_preset',
    columns: {
      company_id: text,
      did: text,
      channel: integer,
      token: text,
      name: text,
      camera_name: text,
      picture_id: optional(text),
      taken_at: optional(integer),
    },
    primaryKey: ['company_id', 'did', 'channel', 'token'],
    references: [
      {
        columns: ['company_id', 'did'],
        table: 'device',
        targets: ['company_id', 'did'],
        onDelete: 'cascade',
      },
    ],
    indexes: [['company_id', 'picture_id']],
  },
]
