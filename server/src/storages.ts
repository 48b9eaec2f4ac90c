/** The databases of a platform, and what is kept of their disk for when it is full. */
import { openIndexOf } from './archive-index.ts'
import type { Config } from './config.ts'
import { systemClock } from './engines/clock.ts'
import type { DataFolder } from './engines/data-folder.ts'
import { Reserve } from './engines/reserve.ts'
import { openPlatformStorage } from './engines/storage/open.ts'
import { besideReserve, withReserve } from './engines/storage/reserved.ts'
import type { Storage } from './engines/storage/storage.ts'

interface Needs {
  config: Config
  folder: DataFolder
  /** A test's own, which stays open. */
  given: Storage | undefined
  opened: (() => unknown)[]
  onError: (error: unknown) => void
}

/** Migrated. `urgent` and `index` have the reserve too: deleting, logging in and what is written down of both. */
export async function openStorages({ config, folder, given, opened, onError }: Needs) {
  // What a disk has is no matter of a test's clock.
  const reserve = await Reserve.open({
    folder: folder.path,
    bytes: config.reserveBytes,
    clock: systemClock,
    onError,
  })
  opened.push(() => reserve.close())
  const bare = given ?? (await openPlatformStorage(config, folder.databasePath))
  if (!given) opened.push(() => bare.close())
  await bare.migrate()
  const bareIndex = await openIndexOf(bare, folder.path)
  if (bareIndex !== bare) opened.push(() => bareIndex.close())
  const urgent = withReserve(bare, reserve)
  return {
    reserve,
    urgent,
    storage: besideReserve(bare, reserve),
    index: bareIndex === bare ? urgent : withReserve(bareIndex, reserve),
  }
}
