import { integer, optional, type Table, text } from './table.ts'

const ofCompany = { columns: ['company_id'], table: 'company', targets: ['id'] }

/** Where alarms are sent on to, what waits to be sent, and how long alarms are kept. */
export const alarmForwarding: Table[] = [
  {
    name: 'alarm_target',
    columns: {
      company_id: text,
      id: text,
      kind: text,
      url: text,
      user_name: text,
      topic: text,
      secret_box: text,
      type_bits: integer,
      is_on: integer,
      last_ok_at: optional(integer),
      last_fault: text,
    },
    primaryKey: ['company_id', 'id'],
    references: [ofCompany],
  },
  {
    name: 'alarm_dispatch',
    columns: {
      company_id: text,
      target_id: text,
      event_id: text,
      tries: integer,
      next_at: integer,
      is_dead: integer,
      fault: text,
    },
    primaryKey: ['company_id', 'target_id', 'event_id'],
    references: [
      {
        columns: ['company_id', 'target_id'],
        table: 'alarm_target',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
      {
        columns: ['company_id', 'event_id'],
        table: 'event',
        targets: ['company_id', 'id'],
        onDelete: 'cascade',
      },
    ],
    indexes: [
      ['is_dead', 'next_at'],
      ['company_id', 'event_id'],
    ],
  },
  {
    name: 'alarm_policy',
    columns: { company_id: text, days: integer },
    primaryKey: ['company_id'],
    references: [ofCompany],
  },
]
