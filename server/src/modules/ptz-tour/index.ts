/** Tours of cameras from preset to preset, which the platform makes: nobody need look, and a hand ends them. */
import {
  MOST_PTZ_TOURS,
  PTZ_TOUR_STOPS,
  ptzTours,
  removePtzTour,
  savePtzTour,
  startPtzTour,
  stopPtzTour,
} from '@vedette/contract/calls/ptz-tour'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { ChannelScope } from '../../video/channel.ts'
import type { Ptz } from '../ptz/index.ts'
import { presetsOf, RunningTours } from './running.ts'
import { tourStore } from './store.ts'

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
  ptz: Ptz
  onError: (error: unknown) => void
}

export interface PtzTours {
  routes: Route[]
  close(): void
}

/** Goes on with the tours that ran when the platform ended. */
export async function openPtzTours({ storage, clock, newId, ptz, onError }: Needs): Promise<PtzTours> {
  const store = tourStore(storage)
  const running = new RunningTours({
    store,
    clock,
    turn: (place, preset) => ptz.tour(place, preset),
    tell: (place) => ptz.tellAgain(place),
    onError,
  })
  ptz.followTours({
    isUnderWay: (place) => running.has(place),
    onHand: (place) => {
      if (running.has(place)) running.stop(place).catch(onError)
    },
    async withoutPreset(place, token) {
      const lost = await storage.transaction(async (transaction) => {
        const shortened = []
        for (const { id, name, presets, started_at } of await store.ofIn(place, transaction)) {
          const before = presetsOf(presets)
          const left = before.filter((it) => it !== token)
          if (left.length === before.length) continue
          await store.setPresets(place, id, JSON.stringify(left), transaction)
          const isTooShort = left.length < PTZ_TOUR_STOPS.min
          shortened.push({ name, isTooShort, isEnded: isTooShort && started_at !== null })
        }
        return shortened
      })
      if (lost.some(({ isEnded }) => isEnded)) await running.stop(place)
      else if (lost.length > 0) ptz.tellAgain(place)
      return lost
    },
  })
  await running.resume()
  const placeOf = (companyId: string, { DID, Channel }: { DID: string; Channel: number }): ChannelScope => ({
    companyId,
    did: DID,
    channel: Channel,
  })
  const routes = [
    serve(ptzTours, async (body, { companyId }) => {
      const place = placeOf(companyId, body)
      const List = (await store.of(place)).map((row) => ({
        TourID: row.id,
        Name: row.name,
        Presets: presetsOf(row.presets),
        DwellS: row.dwell_s,
        StartedBy: row.started_by ?? '',
        StartedAt: row.started_at ?? 0,
        IsAway: row.started_at !== null && running.isAway(place),
      }))
      return { Total: List.length, List }
    }),

    serve(savePtzTour, async ({ TourID, Name, Presets, DwellS, ...at }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      const place = placeOf(companyId, at)
      const id = TourID ?? newId()
      await storage.transaction(async (transaction) => {
        const there = await store.ofIn(place, transaction)
        if (there.some((row) => row.name === Name && row.id !== id))
          throw fault('badInput', 'Name', 'cameraTourName')
        if (TourID !== undefined && !there.some((row) => row.id === id)) throw unknown()
        if (TourID === undefined && there.length >= MOST_PTZ_TOURS)
          throw fault('badInput', 'Name', 'tooMany', { Most: MOST_PTZ_TOURS })
        const row = { id, name: Name, presets: JSON.stringify(Presets), dwell_s: DwellS }
        await store.put(place, row, transaction)
      })
      return { TourID: id }
    }),

    serve(removePtzTour, async ({ TourID, ...at }, { companyId }, visitor) => {
      const place = placeOf(companyId, at)
      const row = (await store.of(place)).find(({ id }) => id === TourID)
      if (!row || !(await store.remove(place, TourID))) throw unknown()
      visitor.tell({ name: row.name })
      if (row.started_at !== null) await running.stop(place)
      return {}
    }),

    serve(startPtzTour, async ({ TourID, ...at }, who, visitor) => {
      const place = placeOf(who.companyId, at)
      const row = (await store.of(place)).find(({ id }) => id === TourID)
      if (!row) throw unknown()
      visitor.tell({ name: row.name })
      if (presetsOf(row.presets).length < PTZ_TOUR_STOPS.min)
        throw fault('badInput', 'TourID', 'cameraTourShort')
      ptz.handOver(place, who)
      await running.start(place, row, who.accountName)
      return {}
    }),

    serve(stopPtzTour, async (at, { companyId }) => {
      await running.stop(placeOf(companyId, at))
      return {}
    }),
  ]
  return { routes, close: () => running.close() }
}

function unknown(): Error {
  return fault('badInput', 'TourID', 'tourUnknown')
}
