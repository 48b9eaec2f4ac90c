import { integer, type Table, text } from './table.ts'

const ofAccount = {
  columns: ['company_id', 'account_id'],
  table: 'account',
  targets: ['company_id', 'id'],
  onDelete: 'cascade' as const,
}

/** Which alarms call a person to the screen. */
export const alarmNotices: Table[] = [
  {
    name: 'alarm_quiet',
    columns: { company_id: text, account_id: text, from_clock: text, to_clock: text },
    primaryKey: ['company_id', 'account_id'],
    references: [ofAccount],
  },
  {
    name: 'alarm_snooze',
    columns: { company_id: text, account_id: text, did: text, type: integer, until: integer },
    primaryKey: ['company_id', 'account_id', 'did', 'type'],
    references: [ofAccount],
  },
]
