import { integer, type Table, text } from './table.ts'

/** What is said to devices without a microphone. */
export const talkPhrases: Table[] = [
  {
    name: 'talk_phrase',
    columns: { company_id: text, id: text, name: text, ms: integer, sound: text, saved_at: integer },
    primaryKey: ['company_id', 'id'],
    references: [{ columns: ['company_id'], table: 'company', targets: ['id'] }],
  },
]
