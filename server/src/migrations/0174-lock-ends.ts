import { addColumn, type Step } from './table.ts'

/** A lock may end by itself. */
export const lockEnds: Step = (schema, engine) => [
  addColumn(schema, engine, 'record_lock', 'until_ms', 'integer'),
]
