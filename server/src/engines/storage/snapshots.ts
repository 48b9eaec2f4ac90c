/** The databases of a platform as files of one moment, for its backup. */
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '../../config.ts'
import { archiveIndexSchema, mainSchema, type MigrationSet } from '../../migrations/migrations.ts'
import { DATABASE_FILE } from '../data-folder.ts'
import { syncPath } from '../durable-file.ts'
import { OperatorError } from '../operator-error.ts'
import { openPlatformStorage } from './open.ts'
import { copyDatabase, rowsOfCopy } from './sqlite/copy.ts'

/** The archive's index, where it is a database of its own. */
export const INDEX_FILE = 'index.db'

export interface KeptDatabase {
  /** The beginning and the end of its snapshots' names. */
  name: string
  ending: string
  take(target: string): Promise<void>
  /** The rows of a table in a snapshot. */
  rows(snapshot: string, table: string): AsyncIterable<Record<string, unknown>>
  isEmpty(): Promise<boolean>
  /** Replaces an empty database. Returns what of the snapshot is none of ours and was left out. */
  putBack(snapshot: string): Promise<string[]>
}

/** The one with the archive's index first, the one with everything else last; one database may be both. */
export async function keptDatabases(config: Config): Promise<KeptDatabase[]> {
  if (config.databaseUrl === undefined)
    return [INDEX_FILE, DATABASE_FILE].map((file) => embedded(join(config.dataFolder, file), file))
  return [await onPostgres(config, config.databaseUrl)]
}

function embedded(path: string, file: string): KeptDatabase {
  return {
    name: file.slice(0, -'.db'.length),
    ending: '.db',
    take: (target) => copyDatabase(path, target),
    rows: rowsOfCopy,
    isEmpty: async () => !existsSync(path),
    async putBack(snapshot) {
      await copyFile(snapshot, path)
      await syncPath(path, 'r+')
      return []
    },
  }
}

async function onPostgres(config: Config, url: string): Promise<KeptDatabase> {
  const { dumpDatabase, isEmptyDatabase, loadDatabase, rowsOfDump } = await import('./postgres/dump.ts')
  return {
    name: 'main',
    ending: '.json.gz',
    take: (target) => dumpDatabase(url, target),
    rows: rowsOfDump,
    isEmpty: () => isEmptyDatabase(url),
    async putBack(snapshot) {
      const storage = await openPlatformStorage(config, '')
      try {
        // The tables as they were then; what came since is done by the next start, as with any older database.
        for (const schema of [mainSchema, archiveIndexSchema])
          await storage.migrate(await asIn(schema, rowsOfDump(snapshot, schema.table)))
      } finally {
        await storage.close()
      }
      return loadDatabase(url, snapshot)
    },
  }
}

async function asIn(
  schema: MigrationSet,
  rows: AsyncIterable<Record<string, unknown>>,
): Promise<MigrationSet> {
  const had = new Set<unknown>()
  for await (const { number } of rows) had.add(number)
  const unknown = [...had].filter((number) => !schema.migrations.some((one) => one.number === number))
  if (unknown.length > 0)
    throw new OperatorError('the backup was made by a newer Vedette: restore it with that one')
  return { ...schema, migrations: schema.migrations.filter(({ number }) => had.has(number)) }
}
