/** Puts a backup into the empty folders, and the empty database, of a platform that does not run. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { openArchiveIndex } from '../archive-index.ts'
import type { Config } from '../config.ts'
import { makeDataFolder, RESTORING_FILE } from '../engines/data-folder.ts'
import { writeDurably } from '../engines/durable-file.ts'
import { lockFolder } from '../engines/lock.ts'
import { OperatorError } from '../engines/operator-error.ts'
import { keptDatabases } from '../engines/storage/snapshots.ts'
import { forgetMissingFiles } from '../modules/record/index.ts'
import { archiveOf, isEmptyFolder } from './backup.ts'
import { bring, type Copied, filesBelow, settle } from './files.ts'
import { FOLDERS, readManifest } from './manifest.ts'

export interface Restored extends Copied {
  /** When the backup was made. */
  at: number
  /** Files that the index had, and the backup has not. */
  missing: number
  /** Tables of the database that are not ours. */
  unknown: string[]
}

export async function restore(
  config: Config,
  source: string,
  onProgress: (text: string) => void = () => {},
): Promise<Restored> {
  const manifest = await readManifest(source)
  if (!manifest?.complete) throw new OperatorError(`${source} holds no backup that is complete`)
  const { at, snapshots } = manifest.complete
  const isPostgres = config.databaseUrl !== undefined
  if ((manifest.engine === 'postgres') !== isPostgres)
    throw new OperatorError(
      isPostgres
        ? 'the backup is of a platform without PostgreSQL: restore it without VEDETTE_DATABASE_URL'
        : 'the backup is of a platform on PostgreSQL: have VEDETTE_DATABASE_URL name an empty database',
    )
  const { dataFolder } = config
  const archive = archiveOf(config)
  const databases = await keptDatabases(config)
  if (!(await isEmptyFolder(dataFolder, 'secret.key', 'archive')) || !(await isEmptyFolder(archive)))
    throw new OperatorError(`${dataFolder} and ${archive} have to be empty, but for secret.key`)
  for (const database of databases)
    if (!(await database.isEmpty()))
      throw new OperatorError('the database has a platform already: name an empty one')

  await makeDataFolder(dataFolder)
  await mkdir(archive, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataFolder)
  try {
    await writeDurably(join(dataFolder, RESTORING_FILE), `${source}\n`, 0o600)
    const copied: Copied = { files: 0, bytes: 0 }
    for (const [part, folder] of [
      [FOLDERS.data, dataFolder],
      [FOLDERS.archive, archive],
    ] as const) {
      const paths = await filesBelow(join(source, part))
      for (const path of paths) {
        copied.bytes += (await bring(path, join(source, part), folder)) ?? 0
        if (++copied.files % 100 === 0) onProgress(`${copied.files} files`)
      }
      await settle(folder, paths)
    }
    const unknown: string[] = []
    for (const database of databases) {
      const name = snapshots[database.name]
      if (name === undefined) throw new OperatorError(`${source} has no database ${database.name}`)
      onProgress(`the database ${database.name}`)
      unknown.push(...(await database.putBack(join(source, FOLDERS.database, name))))
    }
    const index = await openArchiveIndex(config)
    let missing: number
    try {
      missing = await forgetMissingFiles(index, archive)
    } finally {
      await index.close()
    }
    await rm(join(dataFolder, RESTORING_FILE))
    return { ...copied, at, missing, unknown }
  } finally {
    lock.release()
  }
}
