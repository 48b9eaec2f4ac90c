/** Whole databases as files, taken while others write to them. */
import { rm } from 'node:fs/promises'

import { renameDurably, syncPath } from '../../durable-file.ts'
import { DatabaseThread } from './database-thread.ts'

const PAGE = 2000

/** Copies the database as it is at one moment. `target` is there whole or not at all, and survives a power cut. */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const temporary = `${target}.new`
  await rm(temporary, { force: true })
  const thread = new DatabaseThread({ path, readOnly: false })
  try {
    await thread.ask('run', { sql: 'vacuum into ?', parameters: [temporary] })
  } finally {
    await thread.close()
  }
  await syncPath(temporary, 'r+')
  await renameDurably(temporary, target)
}

/** The rows of a table. Leaves no file beside the database. */
export async function* rowsOfCopy(path: string, table: string): AsyncGenerator<Record<string, unknown>> {
  const thread = new DatabaseThread({ path, readOnly: true })
  try {
    let after = -1
    for (;;) {
      const sql = `select *, rowid as place from "${table}" where rowid > ? order by rowid limit ${PAGE}`
      const { rows } = await thread.ask('run', { sql, parameters: [after] })
      const found = rows as Record<string, unknown>[]
      for (const { place, ...row } of found) {
        after = Number(place)
        yield row
      }
      if (found.length < PAGE) return
    }
  } finally {
    await thread.close()
  }
}
