import { addIndexes, type Step } from './table.ts'

/** Of a kind, or of a state: what is rare among very many is found without looking at all of them. */
export const alarmFilters: Step = (schema) =>
  addIndexes(schema, 'event', [
    ['company_id', 'type', 'at', 'id'],
    ['company_id', 'state', 'at', 'id'],
  ])
