import { integer, optional, type Table, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }
const ofEvent = {
  columns: ['company_id', 'event_id'],
  table: 'event',
  targets: ['company_id', 'id'],
  onDelete: 'cascade' as const,
}

/** No key to the device: an alarm stays with the company in which it was raised (reading 34). */
export const events: Table[] = [
  {
    name: 'event',
    columns: {
      company_id: text,
      id: text,
      did: text,
      channel: integer,
      type: integer,
      origin: text,
      at: integer,
      last_at: integer,
      end_at: optional(integer),
      dev_name: text,
      region_id: optional(text),
      ident_name: text,
      is_announced: integer,
      picture_id: optional(text),
      box: text,
      state: text,
      state_by: optional(text),
      state_at: optional(integer),
      note: text,
    },
    primaryKey: ['company_id', 'id'],
    references: [ofCompany],
    indexes: [
      ['company_id', 'at', 'id'],
      ['company_id', 'did', 'at', 'id'],
    ],
  },
  {
    name: 'event_picture',
    columns: { company_id: text, event_id: text, id: text, at: integer, box: text, bytes: integer },
    primaryKey: ['company_id', 'event_id', 'id'],
    references: [ofEvent],
  },
  {
    name: 'event_review',
    columns: { company_id: text, event_id: text, account_id: text, at: integer },
    primaryKey: ['company_id', 'event_id', 'account_id'],
    references: [ofEvent],
  },
  {
    name: 'event_hour',
    columns: { company_id: text, hour: integer, did: text, type: integer, count: integer },
    primaryKey: ['company_id', 'hour', 'did', 'type'],
    references: [ofCompany],
  },
  {
    name: 'alarm_outbox',
    columns: { company_id: text, event_id: text, at: integer },
    primaryKey: ['company_id', 'event_id'],
    references: [ofEvent],
    indexes: [['at']],
  },
  {
    name: 'alarm_session',
    columns: { company_id: text, session_id: text, acked_to: text },
    primaryKey: ['company_id', 'session_id'],
    references: [ofCompany],
  },
  {
    name: 'alarm_ack',
    columns: { company_id: text, session_id: text, event_id: text },
    primaryKey: ['company_id', 'session_id', 'event_id'],
    references: [
      {
        columns: ['company_id', 'session_id'],
        table: 'alarm_session',
        targets: ['company_id', 'session_id'],
        onDelete: 'cascade',
      },
    ],
  },
]
