import {
  alarmsByRegion,
  floorPlaces,
  floorPlans,
  placeOnFloor,
  removeFloorPlan,
  saveFloorPlan,
  uploadFloorPlan,
} from '@vedette/contract/calls/floor-plan'
import { eventTypeNumber } from '@vedette/contract/events'
import { fault } from '@vedette/contract/reasons'

import { includesRegion } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve, serveUpload } from '../../http/route.ts'
import type { KeptPictures } from '../picture/index.ts'
import { floorPlanStore } from './store.ts'

interface Needs {
  storage: Storage
  keptPictures: KeptPictures
  clock: Clock
}

/** Enough to read the name of a room when it is zoomed in. */
const LONGEST_SIDE = 4000
const RECENT_MS = 24 * 60 * 60 * 1000
const ALARMING = (['motion', 'human', 'ring', 'sensor'] as const).map(eventTypeNumber)

export function floorPlanModule({ storage, keptPictures, clock }: Needs): Route[] {
  const store = floorPlanStore(storage)
  const forget = async (companyId: string, picture: string | undefined): Promise<void> => {
    if (picture !== undefined) await keptPictures.delete(companyId, [picture])
  }
  return [
    serve(floorPlans, async (_body, session) => {
      const { companyId, regions } = session
      const [plans, placed] = await Promise.all([
        store.plans(companyId, regions),
        store.placedByRegion(companyId),
      ])
      const List = plans.map(({ id, name, parent_id, picture_id }) => ({
        GID: id,
        GroupName: name,
        ParentGID: parent_id !== null && includesRegion(regions, parent_id) ? parent_id : '',
        Url: keptPictures.urlOf(session, picture_id, { of: 'floorPlan', id }),
        Placed: placed.get(id) ?? 0,
      }))
      return { Total: List.length, List }
    }),

    serve(alarmsByRegion, async (_body, { companyId, regions }) => {
      const counts = await store.openAlarms(companyId, clock.now() - RECENT_MS, ALARMING)
      return {
        List: [...counts].flatMap(([GID, Count]) => (includesRegion(regions, GID) ? [{ GID, Count }] : [])),
      }
    }),

    serveUpload(uploadFloorPlan, async (files, session) => ({
      Url: (await keptPictures.keep(session, files, LONGEST_SIDE)).url,
    })),

    serve(saveFloorPlan, async ({ GID, Url }, { companyId }) => {
      const picture = keptPictures.idOf(companyId, Url, 'Url')
      const before = await store.save(companyId, GID, picture)
      if (before !== picture) await forget(companyId, before)
      return {}
    }),

    serve(removeFloorPlan, async ({ GID }, { companyId }) => {
      await forget(companyId, await store.remove(companyId, GID))
      return {}
    }),

    serve(floorPlaces, async ({ GID }, { companyId }) => {
      const List = (await store.places(companyId, GID)).map(({ did, x, y }) => ({ DID: did, X: x, Y: y }))
      return { Total: List.length, List }
    }),

    serve(placeOnFloor, async ({ DID, X, Y }, { companyId }) => {
      if ((X === null) !== (Y === null)) throw fault('badInput', X === null ? 'X' : 'Y', 'missing')
      if (X === null || Y === null) {
        await store.takeOff(companyId, DID)
        return {}
      }
      const regionId = await store.regionOf(companyId, DID)
      if (regionId === undefined || (await store.pictureOf(companyId, regionId)) === undefined)
        throw fault('badInput', 'DID', 'noFloorPlan')
      await store.place(companyId, { did: DID, regionId, x: X, y: Y })
      return {}
    }),
  ]
}
