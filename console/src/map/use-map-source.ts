/** Which of the operator's sources maps are drawn from. */
import { useQuery } from '@tanstack/react-query'
import { mapSettings, type MapSource } from '@vedette/contract/calls/map'

import { changeSetting, useSetting } from '../app/settings.ts'
import { send } from '../wire/send.ts'

/** Land alone. */
export const NO_SOURCE = '-'

export function useMapSettings() {
  return useQuery({
    queryKey: [mapSettings.path],
    queryFn: ({ signal }) => send(mapSettings, {}, { signal }),
    staleTime: Infinity,
  }).data
}

interface ChosenSource {
  sources: readonly MapSource[]
  source: MapSource | undefined
  /** Takes a source's name, or NO_SOURCE. */
  choose: (name: string) => void
}

export function useMapSource(): ChosenSource {
  const sources = useMapSettings()?.Sources ?? []
  const chosen = useSetting((it) => it.mapSource)
  const source =
    chosen === NO_SOURCE ? undefined : (sources.find(({ Name }) => Name === chosen) ?? sources[0])
  return { sources, source, choose: (mapSource) => changeSetting({ mapSource }) }
}
