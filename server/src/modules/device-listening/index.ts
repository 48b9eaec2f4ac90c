import type { Storage } from '../../engines/storage/storage.ts'
import { DeviceListeners, type ListenersNeeds } from './listeners.ts'
import { listeningStore } from './store.ts'

export type { Hearer } from './listener.ts'
export type { ListenedDevice } from './store.ts'
export type { DeviceListeners }

/** Listens to the devices that can tell of events, from its first `refresh` on. */
export function openDeviceListeners({
  storage,
  ...needs
}: Omit<ListenersNeeds, 'store'> & { storage: Storage }): DeviceListeners {
  return new DeviceListeners({ ...needs, store: listeningStore(storage) })
}
