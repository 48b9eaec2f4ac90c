/** The last alarm's picture of one camera; those that come into sight together are asked for together. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { lastPictures, MOST_DEVICES, type Thumbnail, useMaySeeAlarms } from '../thumbnails.ts'

/** Their addresses are good for five minutes. */
const GOOD_MS = 240_000
const TOGETHER_MS = 30

/** Nothing is asked without a camera. */
export function useThumbnail(did: string | undefined): UseQueryResult<Thumbnail | null> {
  const may = useMaySeeAlarms()
  return useQuery({
    queryKey: ['thumbnail', did],
    queryFn: () => together(did ?? ''),
    enabled: may && did !== undefined,
    staleTime: GOOD_MS,
    gcTime: GOOD_MS,
    retry: false,
  })
}

let waiting: { dids: Set<string>; found: Promise<ReadonlyMap<string, Thumbnail>> } | undefined

async function together(did: string): Promise<Thumbnail | null> {
  if (!waiting || waiting.dids.size >= MOST_DEVICES) {
    const dids = new Set<string>()
    const own = { dids, found: soon(dids) }
    waiting = own
  }
  waiting.dids.add(did)
  return (await waiting.found).get(did) ?? null
}

async function soon(dids: ReadonlySet<string>): Promise<ReadonlyMap<string, Thumbnail>> {
  await new Promise<void>((resolve) => setTimeout(resolve, TOGETHER_MS))
  if (waiting?.dids === dids) waiting = undefined
  return lastPictures([...dids])
}
