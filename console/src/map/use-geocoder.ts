/** Places by their names, where the operator set a geocoder. */
import { searchPlaces } from '@vedette/contract/calls/map'
import { useCallback } from 'react'

import { useLanguage, useT } from '../i18n/language.ts'
import { ownLanguageFor } from '../i18n/packs.ts'
import { ask } from '../wire/send.ts'
import type { FoundPlace } from './found-place.ts'
import { useMapSettings } from './use-map-source.ts'

const LEAST_LETTERS = 2
const NONE: readonly FoundPlace[] = []

export function useGeocoder(): (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[]> {
  const hasGeocoder = useMapSettings()?.HasGeocoder ?? false
  const language = useLanguage((it) => it.language)
  const word = useT()('map.place')
  return useCallback(
    async (text, signal) => {
      if (!hasGeocoder || text.length < LEAST_LETTERS) return NONE
      const { List } = await ask(
        searchPlaces,
        { Keyword: text, Language: ownLanguageFor(language) },
        { signal },
      )
      return List.map(({ Name, Detail, Lng, Lat }, at) => ({
        key: `place ${at} ${Lng},${Lat}`,
        name: Name,
        detail: Detail === Name || Detail === '' ? word : Detail,
        lng: Lng,
        lat: Lat,
      }))
    },
    [hasGeocoder, language, word],
  )
}
