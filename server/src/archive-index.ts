/** Where the archive's index is: beside the database on PostgreSQL, a file of its own otherwise. */
import { join } from 'node:path'

import type { Config } from './config.ts'
import { openBeside, openPlatformStorage } from './engines/storage/open.ts'
import { INDEX_FILE } from './engines/storage/snapshots.ts'
import type { Storage } from './engines/storage/storage.ts'
import { archiveIndexSchema } from './migrations/migrations.ts'

/**
 * What is recorded where can be made again from the files, so on one machine it is no part of the database that is
 * backed up. Returns `storage` itself where that is PostgreSQL.
 */
export async function openIndexOf(storage: Storage, dataFolder: string): Promise<Storage> {
  const index = await openBeside(storage, join(dataFolder, INDEX_FILE))
  await index.migrate(archiveIndexSchema)
  return index
}

/** The index by itself, for the commands that prove it and make it anew. */
export async function openArchiveIndex(config: Config): Promise<Storage> {
  const index = await openPlatformStorage(config, join(config.dataFolder, INDEX_FILE))
  await index.migrate(archiveIndexSchema)
  return index
}
