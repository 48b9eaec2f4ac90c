import { addIndexes, type Step } from './table.ts'

/** Alarms of a kind or state that is rare among very many are found without looking at all of them. */
export const alarmFilters: Step = (schema) =>
  addIndexes(schema, 'event', [
    ['company_id', 'type', 'at', 'id'],
    ['company_id', 'state', 'at', 'id'],
  ])
