import type { Config } from '../../config.ts'
import { systemClock } from '../clock.ts'
import { openPostgres } from './postgres/storage.ts'
import { openSqlite } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/** A database that starts beside the platform may take a while. */
const DATABASE_START_LIMIT_MS = 30_000

/** The database that the configuration names; the embedded one stands at `path`. */
export function openPlatformStorage({ databaseUrl }: Config, path: string): Promise<Storage> {
  // Its timers bound what the database may take, which no test clock decides.
  return databaseUrl === undefined
    ? openSqlite({ path, clock: systemClock })
    : openPostgres({ url: databaseUrl, clock: systemClock, startLimitMs: DATABASE_START_LIMIT_MS })
}

/** A second database, at `path` where the first is embedded too; a server's holds both. */
export async function openBeside(storage: Storage, path: string): Promise<Storage> {
  return storage.engine === 'postgres' ? storage : openSqlite({ path, clock: systemClock })
}
