import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from './operator-error.ts'
import { Database } from './storage/sqlite/database.ts'
import { faultOf } from './storage/sqlite/fault.ts'

const LOCK_FILE = 'lock.db'
const HOLDER_FILE = 'lock.holder'

export interface FolderLock {
  release(): void
}

/**
 * Takes the folder for this process or throws who has it. The lock is SQLite's on a file of its own, so the system
 * gives it back when the process ends in whatever way; the holder's file is only there to name it.
 */
export function lockFolder(folder: string): FolderLock {
  const database = openLock(folder)
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (faultOf(error).kind !== 'timeout') throw error
    throw new OperatorError(`the data folder ${folder} is in use by ${holderOf(folder)}`, { cause: error })
  }
  writeFileSync(join(folder, HOLDER_FILE), `process ${process.pid} on ${hostname()}`)
  return { release: () => database.close() }
}

function openLock(folder: string): Database {
  try {
    return new Database(join(folder, LOCK_FILE), { busyTimeoutMs: 0 })
  } catch (cause) {
    throw new OperatorError(`the data folder ${folder} can't be written: ${String(cause)}`, { cause })
  }
}

function holderOf(folder: string): string {
  try {
    return readFileSync(join(folder, HOLDER_FILE), 'utf8')
  } catch {
    // It may not have been written yet; that somebody holds the lock is known without it.
    return 'another process'
  }
}
