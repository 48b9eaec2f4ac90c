/**
 * Databases that have had every migration, made once before the tests and copied for each of them: migrating anew for every test
 * took a tenth of all that the server's tests do.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '../engines/clock.ts'
import { openPostgres } from '../engines/storage/postgres/storage.ts'
import { openSqlite } from '../engines/storage/sqlite/storage.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { administrate, databaseAt, newDatabaseName } from './postgres-server.ts'

/** Where a test worker reads the copy's source; both are unset outside of the tests. */
export const MIGRATED_FILE = 'VEDETTE_TEST_MIGRATED_FILE'
export const MIGRATED_DATABASE = 'VEDETTE_TEST_MIGRATED_DATABASE'

/** Vitest calls it before the first test, and what it returns after the last. */
export default async function makeMigrated(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-migrated-'))
  const path = join(folder, 'main.db')
  await migrate(await openSqlite({ path, clock: systemClock }))
  process.env[MIGRATED_FILE] = path

  const server = process.env['VEDETTE_TEST_DATABASE_URL']
  const name = newDatabaseName()
  if (server) {
    await administrate(server, `create database ${name}`)
    await migrate(await openPostgres({ url: databaseAt(server, name).href, clock: systemClock }))
    process.env[MIGRATED_DATABASE] = name
  }
  return async () => {
    await rm(folder, { recursive: true })
    if (server) await administrate(server, `drop database ${name} with (force)`)
  }
}

async function migrate(storage: Storage): Promise<void> {
  await storage.migrate()
  await storage.close()
}
