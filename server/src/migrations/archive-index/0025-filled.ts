import { addColumn, type Step } from '../table.ts'

/** When a file was fetched from the device's own storage; null for what was recorded as it came. */
export const filled: Step = (schema, engine) => [addColumn(schema, engine, 'segment', 'filled_at', 'integer')]
