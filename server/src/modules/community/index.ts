/** Residential areas, buildings, residents and vehicles of the smart-community variant. */
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, telling } from '../../http/route.ts'
import type { KeptPictures } from '../picture/index.ts'
import { areaRoutes } from './area-routes.ts'
import { areaStore } from './area-store.ts'
import { entranceStore } from './entrance-store.ts'
import { importRoutes, type SheetNeeds } from './import-routes.ts'
import { residentRoutes, vehicleRoutes } from './people-routes.ts'
import { peopleStore } from './people-store.ts'
import { valueStore } from './value-store.ts'

export type { SheetNeeds }

interface Needs extends SheetNeeds {
  storage: Storage
  keptPictures: KeptPictures
  clock: Clock
  newId: () => string
}

export function communityModule({ storage, ...needs }: Needs): Route[] {
  const stores = {
    areas: areaStore(storage),
    entrances: entranceStore(storage),
    values: valueStore(storage),
    people: peopleStore(storage),
  }
  return [
    ...areaRoutes({ ...stores, ...needs }),
    ...residentRoutes({ ...stores, ...needs }),
    ...vehicleRoutes({ ...stores, ...needs }),
    ...importRoutes({ ...stores, ...needs }),
  ].map((route) => telling(route, needs.onChange))
}
