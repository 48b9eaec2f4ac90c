/** The same questions as plain SQL, as anybody would write it, through the engine's own driver on the same rows. */
import { Database } from '../../../server/src/engines/storage/sqlite/database.ts'
import type { Storage } from '../../../server/src/engines/storage/storage.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'
import type { Question } from './questions.ts'

export interface Peer {
  name: string
  ask(question: Question, companyId: string): Promise<void>
  close(): void
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** `path`: of SQLite's file. */
export function openPeer(storage: Storage, path: string | undefined): Peer {
  const database =
    path === undefined ? undefined : new Database(path, { readOnly: true, busyTimeoutMs: 5000 })
  const run = async (text: string): Promise<void> => {
    if (database) database.run({ sql: text, parameters: [] })
    else await storage.read(plainQuery(storage, text))
  }
  return {
    name: database ? 'node:sqlite, plain SQL' : 'node-postgres, plain SQL',
    async ask({ where, order, offset }, companyId) {
      const from = `from device where company_id = ${quoted(companyId)}${where ? ` and ${where}` : ''}`
      await run(`select count(*) ${from}`)
      await run(`select * ${from} order by ${order}, did limit 100 offset ${offset}`)
    },
    close: () => database?.close(),
  }
}
