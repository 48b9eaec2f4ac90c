import { integer, type Table, text } from './table.ts'

/** Which secret key the database is sealed with: of the platform, so of no company. */
export const secretKey: Table[] = [
  { name: 'secret_key', columns: { id: integer, mark: text }, primaryKey: ['id'] },
]
