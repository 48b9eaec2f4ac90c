import { addColumns, addIndexes, type Step } from './table.ts'

/** Named walls have an id, by which a link names them, and are found by the role that they are shared with. */
export const namedWalls: Step = (schema, engine) => [
  ...addColumns(schema, engine, 'account_wall', ['id']),
  ...addIndexes(schema, 'account_wall', [['company_id', 'role_id']]),
]
