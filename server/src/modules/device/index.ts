import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { Turns } from '../../http/turns.ts'
import { deviceRoutes, type DeviceRoutesNeeds } from './routes.ts'
import { deviceStore } from './store.ts'

const PROBES_AT_ONCE = 8
const PROBES_WAITING = 32

type DeviceModuleNeeds = Omit<DeviceRoutesNeeds, 'store' | 'probeTurns'> & { storage: Storage }

export function deviceModule({ storage, ...needs }: DeviceModuleNeeds): Route[] {
  return deviceRoutes({
    ...needs,
    store: deviceStore(storage),
    probeTurns: new Turns(PROBES_AT_ONCE, PROBES_WAITING),
  })
}
