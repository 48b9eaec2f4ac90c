import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { Config } from '../../config.ts'
import { mainSchema } from '../../migrations/migrations.ts'
import { systemClock } from '../clock.ts'
import { DATABASE_FILE } from '../data-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { openSqlite } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/** A database that starts beside the platform may take a while. */
const DATABASE_START_LIMIT_MS = 30_000

/** The database that the configuration names; the embedded one stands at `path`. */
export async function openPlatformStorage({ databaseUrl }: Config, path: string): Promise<Storage> {
  // Its timers bound what the database may take, which no test clock decides.
  if (databaseUrl === undefined) return openSqlite({ path, clock: systemClock })
  const { openPostgres } = await import('./postgres/storage.ts')
  return openPostgres({ url: databaseUrl, clock: systemClock, startLimitMs: DATABASE_START_LIMIT_MS })
}

/** Opens the database for commands beside a platform. Throws OperatorError where there is none, or one of an older version. */
export async function openKeptStorage(config: Config): Promise<Storage> {
  const path = join(config.dataFolder, DATABASE_FILE)
  if (config.databaseUrl === undefined && !existsSync(path))
    throw new OperatorError(`${path} is not there: VEDETTE_DATA names the folder of the platform`)
  const storage = await openPlatformStorage(config, path)
  try {
    const { table, migrations } = mainSchema
    const had = await storage.read(
      sql<{ number: number }>`select number from ${sql.table(table)}`.compile(storage.db),
    )
    if (migrations.every(({ number }) => had.some((row) => row.number === number))) return storage
    throw new OperatorError(
      'the database is of an older Vedette: start this one once, which copies it and brings it up to date',
    )
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** A second database, at `path` where the first is embedded too; a server's holds both. */
export async function openBeside(storage: Storage, path: string): Promise<Storage> {
  return storage.engine === 'postgres' ? storage : openSqlite({ path, clock: systemClock })
}
