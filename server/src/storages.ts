/** The databases of a platform, the time by which they age, and what is kept of their disk for when it is full. */
import { openIndexOf } from './archive-index.ts'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './engines/clock.ts'
import type { DataFolder } from './engines/data-folder.ts'
import { Reserve } from './engines/reserve.ts'
import { openPlatformStorage } from './engines/storage/open.ts'
import { besideReserve, withReserve } from './engines/storage/reserved.ts'
import type { Storage } from './engines/storage/storage.ts'
import { trustedClock } from './engines/trusted-clock.ts'

interface Needs {
  config: Config
  folder: DataFolder
  /** A test's own, which stays open. */
  given: Storage | undefined
  clock: Clock
  /** A clock that nobody sets, in ms. */
  elapsedMs?: (() => number) | undefined
  opened: (() => unknown)[]
  onError: (error: unknown) => void
}

/** Migrated. `urgent` and `index` have the reserve too: deleting, logging in and what is written down of both. */
export async function openStorages({ config, folder, given, opened, clock, elapsedMs, onError }: Needs) {
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
  const time = await trustedClock(urgent, clock, elapsedMs ?? (() => performance.now()))
  return {
    time,
    /** Its whole milliseconds. */
    agedAt: () => Math.round(time.now()),
    reserve,
    urgent,
    storage: besideReserve(bare, reserve),
    index: bareIndex === bare ? urgent : withReserve(bareIndex, reserve),
  }
}
