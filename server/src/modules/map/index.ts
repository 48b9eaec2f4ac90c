import { mapSettings, searchPlaces } from '@vedette/contract/calls/map'
import { Refusal } from '@vedette/contract/codes'

import type { Throttle } from '../../engines/throttle.ts'
import { type Route, serve } from '../../http/route.ts'
import type { MapConfig } from '../../map-config.ts'
import { geocode } from './geocoder.ts'

interface Needs {
  map: MapConfig
  throttle: Throttle
  log: { warn(fields: object, what: string): void }
}

/** Searches per account: public geocoders shut out anyone who asks too much, and with it everybody. */
export const SEARCHES = { limit: 60, windowMs: 60_000 }

export function mapModule({ map: { sources, geocoder }, throttle, log }: Needs): Route[] {
  return [
    serve(mapSettings, async () => ({ Sources: [...sources], HasGeocoder: geocoder !== undefined })),

    serve(searchPlaces, async ({ Keyword, Language }, { companyId, accountId }) => {
      if (!geocoder) return { Total: 0, List: [] }
      await throttle.take(['geocoder', companyId, accountId], SEARCHES)
      try {
        const List = await geocode(geocoder, { keyword: Keyword, language: Language })
        return { Total: List.length, List }
      } catch (cause) {
        // Its address is not logged: a key may stand in it.
        log.warn({ reason: cause instanceof Error ? cause.message : String(cause) }, 'the geocoder failed')
        throw new Refusal('requestFailed')
      }
    }),
  ]
}
