/** Two ways to one database whose disk may be full: one has the reserve, the other leaves it alone. */
import type { Reserve } from '../reserve.ts'
import { StorageFailure } from './failures.ts'
import type { Storage } from './storage.ts'

type Room = Pick<Reserve, 'isShort' | 'release'>

/** Storage for deleting and logging in: what fails for want of room is done once more with the reserve. */
export function withReserve(storage: Storage, reserve: Room): Storage {
  const once = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error) || !(await reserve.release())) throw error
      return work()
    }
  }
  return changed(storage, {
    write: (queries) => once(() => storage.write(queries)),
    transaction: (work) => once(() => storage.transaction(work)),
  })
}

/** Storage for all else: it waits until there is room. */
export function besideReserve(storage: Storage, reserve: Room): Storage {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (reserve.isShort) throw new StorageFailure('full', 'what is left of the disk is for deleting')
    try {
      return await work()
    } catch (error) {
      if (isFull(error)) await reserve.release()
      throw error
    }
  }
  return changed(storage, {
    write: (queries) => guarded(() => storage.write(queries)),
    transaction: (work) => guarded(() => storage.transaction(work)),
  })
}

function changed(storage: Storage, writing: Pick<Storage, 'write' | 'transaction'>): Storage {
  return {
    engine: storage.engine,
    db: storage.db,
    read: (query) => storage.read(query),
    remember: (key, read) => storage.remember(key, read),
    readHeavy: (query) => storage.readHeavy(query),
    ...writing,
    migrate: (schema) => storage.migrate(schema),
    integrityCheck: () => storage.integrityCheck(),
    close: () => storage.close(),
  }
}

const isFull = (error: unknown): boolean => error instanceof StorageFailure && error.reason === 'full'
