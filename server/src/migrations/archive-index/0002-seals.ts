import { integer, type Table, text } from '../table.ts'

/** The one table of the index that the files do not tell: docs/decisions/0046-the-archive-is-sealed.md. */
export const seals: Table[] = [
  {
    name: 'archive_seal',
    columns: { number: integer, at: integer, body: text, signature: text },
    primaryKey: ['number'],
  },
]
