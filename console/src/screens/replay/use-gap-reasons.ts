import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordGaps } from '@vedette/contract/calls/record'

import { deviceFromText } from '../../ui/device-tree/device-text.ts'
import { ask } from '../../wire/send.ts'
import { askedMoments, type GapReasons } from './gaps.ts'
import type { Lanes } from '../../ui/coverage/lanes.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

/** A gap of less is too small to be told from others. */
const LEAST_STEPS = 4
const NONE: ReadonlyMap<string, GapReasons> = new Map()

/** Why there are these gaps, by the camera. */
export function useGapReasons(gapsByKey: Lanes, view: TimelineView): ReadonlyMap<string, GapReasons> {
  const leastMs = LEAST_STEPS * askedRange(view).Step
  const asked = [...gapsByKey].flatMap(([key, gaps]) => {
    const moments = askedMoments(gaps, leastMs)
    return moments.length > 0 ? [{ key, moments }] : []
  })
  const { data } = useQuery({
    queryKey: [recordGaps.path, asked],
    queryFn: async ({ signal }) =>
      new Map(
        await Promise.all(
          asked.map(async ({ key, moments }): Promise<[string, GapReasons]> => {
            const { did: DID, channel: Channel } = deviceFromText(key) ?? { did: '', channel: 0 }
            const { Reasons } = await ask(recordGaps, { DID, Channel, At: moments }, { signal })
            return [key, new Map(moments.map((atMs, i) => [atMs, Reasons[i] ?? 'unknown']))]
          }),
        ),
      ),
    enabled: asked.length > 0,
    retry: false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data ?? NONE
}
