import {
  deviceMapCounts,
  deviceMapList,
  placedRegions,
  setFieldOfView,
} from '@vedette/contract/calls/device-map'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { mapModule } from '../map/index.ts'
import { countsOfMap, type DeviceMapNeeds, devicesOnMap, regionsOnMap } from './device-map.ts'
import { deviceMapStore } from './store.ts'

type MapNeeds = Parameters<typeof mapModule>[0]

interface Needs extends Pick<DeviceMapNeeds, 'presences'>, Pick<MapNeeds, 'throttle'> {
  storage: Storage
  /** Hears whose devices have another look on a map. */
  onChange: (companyId: string) => void
}

export function deviceMapModule(
  { storage, presences, throttle, onChange }: Needs,
  map: MapNeeds['map'],
  log: MapNeeds['log'],
): Route[] {
  const needs = { presences, store: deviceMapStore(storage) }
  return [
    ...mapModule({ map, throttle, log }),
    serve(deviceMapList, async ({ GID, After, PageSize }, { companyId, regions }) => {
      const asked = { after: After, limit: PageSize, ...(GID === undefined ? {} : { regionId: GID }) }
      return { List: await devicesOnMap(companyId, regions, asked, needs) }
    }),

    serve(placedRegions, async ({ Keyword }, { companyId, regions }) => ({
      List: await regionsOnMap(companyId, regions, Keyword, needs.store),
    })),

    serve(setFieldOfView, async ({ DID, View }, { companyId }) => {
      await needs.store.setView(companyId, DID, View)
      onChange(companyId)
      return {}
    }),

    serve(deviceMapCounts, (_body, { companyId, regions }) => countsOfMap(companyId, regions, needs)),
  ]
}
