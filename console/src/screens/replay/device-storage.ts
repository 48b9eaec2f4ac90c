import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordDeviceStorage } from '@vedette/contract/calls/record'

import { deviceFromText } from '../../ui/device-tree/device-text.ts'
import { ask } from '../../wire/send.ts'
import { type Lanes, NO_LANES } from './queries.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

/** The server asks a device no more often. */
const ASKED_EVERY_MS = 60_000

/** What these cameras keep themselves around what a timeline shows; those without storage of their own are absent. */
export function useDeviceStorage(keys: readonly string[], view: TimelineView): Lanes {
  const { From, To } = askedRange(view)
  const { data } = useQuery({
    queryKey: [recordDeviceStorage.path, keys, From, To],
    queryFn: async ({ signal }): Promise<Lanes> => {
      const asked = keys.map(async (key): Promise<[string, number[]][]> => {
        const camera = deviceFromText(key)
        if (!camera) return []
        const body = { DID: camera.did, Channel: camera.channel, From, To }
        const { HasStorage, Spans } = await ask(recordDeviceStorage, body, { signal })
        return HasStorage ? [[key, Spans]] : []
      })
      return new Map((await Promise.all(asked)).flat())
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  })
  return data ?? NO_LANES
}
