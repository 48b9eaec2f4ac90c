import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PICTURE_KEEPING, pictureKeeping, setPictureKeeping } from '@vedette/contract/calls/company'
import type { BodyOf } from '@vedette/contract/call'

import { send } from '../../wire/send.ts'

const GIGABYTE = 1024 ** 3
const FRESH_MS = 60_000

/** How long album and alarm pictures are kept, and how much of their room is taken. */
export function usePictureKeeping() {
  const { data, isError, refetch } = useQuery({
    queryKey: [pictureKeeping.path],
    queryFn: ({ signal }) => send(pictureKeeping, {}, { signal }),
    staleTime: FRESH_MS,
  })
  const again = (): void => void refetch()
  if (!data) return { isError, again }
  const usedGigabytes = data.UsedBytes / GIGABYTE
  const percent = Math.min(100, Math.floor((usedGigabytes * 100) / data.Gigabytes))
  const used = usedGigabytes.toFixed(usedGigabytes < 10 ? 2 : 0)
  return {
    isError,
    again,
    keeping: { ...data, percent, used, isNearlyFull: percent >= PICTURE_KEEPING.warnAtPercent },
  }
}

export function useSetPictureKeeping() {
  const queries = useQueryClient()
  return async (body: BodyOf<typeof setPictureKeeping>): Promise<void> => {
    await send(setPictureKeeping, body)
    await queries.invalidateQueries({ queryKey: [pictureKeeping.path] })
  }
}
