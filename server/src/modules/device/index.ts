import type { Variant } from '@vedette/contract/pages'

import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { Semaphore } from '../../http/semaphore.ts'
import { knownDevices } from '../gateway/index.ts'
import { jobStore } from '../job/index.ts'
import type { Album } from '../album/index.ts'
import type { KeptPictures } from '../picture/index.ts'
import { presenceStore } from '../presence/index.ts'
import { addressRoutes } from './address.ts'
import { type EditNeeds, editRoutes } from './edit.ts'
import { deviceEditStore } from './edit-store.ts'
import { deviceListStore } from './list-store.ts'
import { CapabilityRefresh, type CapabilityRefreshOptions } from './capability-refresh.ts'
import { photoRoutes } from './photo.ts'
import { onvifOpener, type OnvifNeeds, type OpenOnvif } from './onvif.ts'
import { importRoutes, type ImportRoutesNeeds } from './import/routes.ts'
import { deviceRoutes, type DeviceRoutesNeeds } from './routes.ts'
import { deviceStore } from './store.ts'

export { deviceColumns, deviceItem, type SeenPresence } from './item.ts'
export { forgetGone } from './gone.ts'
export { type DevicePhotos, devicePhotos } from './photo.ts'
export { isOneOf } from './store.ts'
export type { OpenOnvif } from './onvif.ts'

/** Starts asking the devices that nobody asked yet. */
export function openCapabilityRefresh({
  storage,
  ...options
}: Omit<CapabilityRefreshOptions, 'store'> & { storage: Storage }): CapabilityRefresh {
  return new CapabilityRefresh({ ...options, store: deviceStore(storage) })
}

const PROBES_AT_ONCE = 8
const PROBES_WAITING = 32
const SNAPSHOTS_AT_ONCE = 4
const SNAPSHOTS_WAITING = 32

type DeviceModuleNeeds = Omit<
  DeviceRoutesNeeds & ImportRoutesNeeds,
  'store' | 'list' | 'probeSemaphore' | 'snapshotSemaphore' | 'discoverSemaphore' | 'jobStore' | 'isTelecom'
> & {
  storage: Storage
  photos: EditNeeds['photos']
  footage: EditNeeds['footage']
  keptPictures: KeptPictures
  variants: readonly Variant[]
  album: Pick<Album, 'keep'>
}

export function deviceModule({ storage, variants, ...needs }: DeviceModuleNeeds): Route[] {
  const store = deviceStore(storage)
  const isTelecom = variants.includes('telecom')
  const probeSemaphore = new Semaphore(PROBES_AT_ONCE, PROBES_WAITING)
  return [
    ...addressRoutes({ ...needs, store, probeSemaphore }),
    ...deviceRoutes({
      ...needs,
      store,
      probeSemaphore,
      list: deviceListStore(storage, isTelecom),
      isTelecom,
      snapshotSemaphore: new Semaphore(SNAPSHOTS_AT_ONCE, SNAPSHOTS_WAITING),
      discoverSemaphore: new Semaphore(1, 2),
    }),
    ...photoRoutes({ ...needs, storage }),
    ...importRoutes({ ...needs, store, jobStore: jobStore(storage), isTelecom }),
    ...editRoutes({
      ...needs,
      known: knownDevices({ storage, ...needs }),
      history: presenceStore(storage),
      edits: deviceEditStore(storage),
    }),
  ]
}

/** Opens ONVIF for what else talks to devices: settings, upgrades, PTZ. */
export function onvifDoor({
  storage,
  ...needs
}: Omit<OnvifNeeds, 'store'> & { storage: Storage }): OpenOnvif {
  return onvifOpener({ ...needs, store: deviceStore(storage) })
}
