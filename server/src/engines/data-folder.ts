import { access, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dataVersion } from '../migrations/migrations.ts'
import { isMissing, writeDurably } from './durable-file.ts'
import { lockFolder } from './lock.ts'
import { OperatorError } from './operator-error.ts'
import { copyDatabase } from './storage/sqlite/copy.ts'

const VERSION_FILE = 'version'
/** Stands in a folder into which a backup is being put back. */
export const RESTORING_FILE = 'restoring'
export const DATABASE_FILE = 'main.db'

export interface DataFolder {
  readonly path: string
  /** Where the embedded database stands. */
  readonly databasePath: string
  /** Says that the migrations have run; until then the next start makes a backup again. */
  markCurrent(): Promise<void>
  /** Lets another process have the folder. */
  close(): void
}

/**
 * Takes the data folder for this process, refuses one of a newer version, and copies the database of an older one to
 * `backups/` before anybody migrates it.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder)
  await makeDataFolder(path)
  const lock = lockFolder(path)
  const databasePath = join(path, DATABASE_FILE)
  const versionPath = join(path, VERSION_FILE)
  try {
    if (await exists(join(path, RESTORING_FILE)))
      throw new OperatorError(`${path} is half restored: empty it, and run npm run restore again`)
    const version = await readVersion(versionPath)
    if (version > dataVersion) {
      throw new OperatorError(
        `the data folder ${path} has version ${version}, this Vedette knows up to ${dataVersion}: start a newer one, or give it a backup`,
      )
    }
    if (version < dataVersion && (await exists(databasePath))) await backUp(databasePath, path, version)
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    path,
    databasePath,
    markCurrent: () => writeDurably(versionPath, `${dataVersion}\n`, 0o600),
    close: () => lock.release(),
  }
}

/** Throws OperatorError where there can be none. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new OperatorError(`VEDETTE_DATA=${path} can't be a folder: ${String(cause)}`, { cause })
  }
}

/** A folder that was not marked yet has version 0. */
async function readVersion(path: string): Promise<number> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    if (!/^\d{1,9}$/.test(text))
      throw new OperatorError(`${path} holds no version number: ${text.slice(0, 40)}`)
    return Number(text)
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

// One backup for each version: a start that fails again and again must not fill the disk.
async function backUp(databasePath: string, folder: string, version: number): Promise<void> {
  const backups = join(folder, 'backups')
  await mkdir(backups, { recursive: true, mode: 0o700 })
  const target = join(backups, `main-version-${version}.db`)
  await copyDatabase(databasePath, target)
}
