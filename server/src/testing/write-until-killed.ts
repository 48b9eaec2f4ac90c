import { systemClock } from '../engines/clock.ts'
import { openSqlite } from '../engines/storage/sqlite/storage.ts'

// A process with many writers that prints the key of each row that was acknowledged, until it is killed.
const [path = '', name = ''] = process.argv.slice(2)
const WRITERS = 20
const MOST_ROWS = 100_000

const storage = await openSqlite({ path, clock: systemClock })
await storage.migrate()

let rows = 0
async function keepWriting(): Promise<void> {
  while (rows < MOST_ROWS) {
    const key = `${name}-${rows++}`
    await storage.write([storage.db.insertInto('login_attempt').values({ key, window_start: 1, count: 1 })])
    process.stdout.write(`${key}\n`)
  }
}
await Promise.all(Array.from({ length: WRITERS }, keepWriting))
