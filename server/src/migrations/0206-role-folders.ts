import { addColumn, type Step } from './table.ts'

/** The folders that a role's editor put its pages into. */
export const roleFolders: Step = (schema, engine) => [addColumn(schema, engine, 'role', 'folders', 'text')]
