/** Patrols under names: each its account's, seen by the people of a role where it is shared. */
import { MOST_TOURS, patrolTours, removePatrolTour, savePatrolTour } from '@vedette/contract/calls/patrol'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { tourStore } from './store.ts'

const FULL_ADMINISTRATOR = 1
const Content = savePatrolTour.body.pick({ Devices: true, IntervalS: true, Start: true, Schedule: true })

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
}

export function patrolModule({ storage, clock, newId }: Needs): Route[] {
  const store = tourStore(storage)
  return [
    serve(patrolTours, async (_body, { companyId, accountId, roleId, regions }) => {
      const tours = (await store.seen(companyId, accountId, roleId)).map((row) => ({
        row,
        content: Content.parse(JSON.parse(row.content)),
      }))
      const named = [...new Set(tours.flatMap(({ content }) => content.Devices.map(({ DID }) => DID)))]
      const seen = named.length > 0 ? await store.devices(companyId, regions, named) : new Set<string>()
      const List = tours.map(({ row, content }) => ({
        ...content,
        Devices: content.Devices.filter(({ DID }) => seen.has(DID)),
        TourID: row.id,
        Name: row.name,
        RoleID: row.role_id ?? '',
        Owner: row.owner,
        IsOwn: row.account_id === accountId,
      }))
      return { Total: List.length, List }
    }),

    serve(savePatrolTour, async ({ TourID, Name, RoleID, ...content }, session, visitor) => {
      const { companyId, accountId, roleId, roleStatus } = session
      visitor.tell({ name: Name })
      if (RoleID !== undefined && RoleID !== roleId && roleStatus !== FULL_ADMINISTRATOR)
        throw fault('badInput', 'RoleID', 'onlyOwnRole')
      const id = TourID ?? newId()
      await storage.transaction(async (transaction) => {
        const own = await store.ownIn(companyId, accountId, transaction)
        if (own.some((row) => row.name === Name && row.id !== id)) throw fault('badInput', 'Name', 'tourName')
        if (TourID !== undefined && !own.some((row) => row.id === id)) throw unknown()
        if (TourID === undefined && own.length >= MOST_TOURS)
          throw fault('badInput', 'Name', 'tooMany', { Most: MOST_TOURS })
        const row = { id, name: Name, role_id: RoleID ?? null, content: JSON.stringify(content) }
        await store.put(companyId, accountId, { ...row, saved_at: clock.now() }, transaction)
      })
      return { TourID: id }
    }),

    serve(removePatrolTour, async ({ TourID }, { companyId, accountId }) => {
      if (!(await store.remove(companyId, accountId, TourID))) throw unknown()
      return {}
    }),
  ]
}

function unknown(): Error {
  return fault('badInput', 'TourID', 'tourUnknown')
}
