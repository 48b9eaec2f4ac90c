import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { Turns } from '../../http/turns.ts'
import { editRoutes } from './edit.ts'
import { deviceEditStore } from './edit-store.ts'
import { deviceListStore } from './list-store.ts'
import { onvifOpener, type OnvifNeeds, type OpenOnvif } from './onvif.ts'
import { deviceRoutes, type DeviceRoutesNeeds } from './routes.ts'
import { deviceStore } from './store.ts'

export type { OpenOnvif } from './onvif.ts'

const PROBES_AT_ONCE = 8
const PROBES_WAITING = 32

type DeviceModuleNeeds = Omit<DeviceRoutesNeeds, 'store' | 'list' | 'probeTurns'> & { storage: Storage }

export function deviceModule({ storage, ...needs }: DeviceModuleNeeds): Route[] {
  return [
    ...deviceRoutes({
      ...needs,
      store: deviceStore(storage),
      list: deviceListStore(storage),
      probeTurns: new Turns(PROBES_AT_ONCE, PROBES_WAITING),
    }),
    ...editRoutes({ ...needs, edits: deviceEditStore(storage) }),
  ]
}

/** For what else talks to devices: settings, upgrades, PTZ. */
export function onvifDoor({
  storage,
  ...needs
}: Omit<OnvifNeeds, 'store'> & { storage: Storage }): OpenOnvif {
  return onvifOpener({ ...needs, store: deviceStore(storage) })
}
