import type { Storage } from '../../engines/storage/storage.ts'
import { Sleepers, type SleepersNeeds } from './sleepers.ts'
import { sleepStore } from './store.ts'

export type { Sleepers }

/** Listens to the devices that may sleep, from now on. */
export function openSleepers({
  storage,
  ...needs
}: Omit<SleepersNeeds, 'store'> & { storage: Storage }): Sleepers {
  const sleepers = new Sleepers({ ...needs, store: sleepStore(storage) })
  sleepers.refresh()
  return sleepers
}
