/** The newest picture that there is of a camera: what was recorded last, else what its last alarm saw. It costs the camera nothing. */
import { useQuery } from '@tanstack/react-query'
import { recordPictureUrl } from '@vedette/contract/calls/replay'

import { useCan } from '../../app/session.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import type { DeviceChannel } from '../device-tree/device-text.ts'
import { useThumbnail } from './use-thumbnail.ts'

export interface LastPicture {
  url: string
  /** When it was taken. */
  at: number
  from: 'recording' | 'alarm'
}

/** So long a picture is the last one to people who look at several cameras in turn. */
const GOOD_MS = 30_000
/** A small picture is enough; not every camera records one. */
const QUALITIES = ['sub', 'main'] as const

/** Undefined where there is none, or nobody may see it. */
export function useLastPicture(camera: DeviceChannel): {
  picture: LastPicture | undefined
  isPending: boolean
} {
  const { did, channel } = camera
  const mayRecorded = [useCan('replay'), useCan('alarmManger')].includes(true)
  const recorded = useQuery({
    queryKey: [recordPictureUrl.path, did, channel, 'newest'],
    queryFn: ({ signal }) => newestRecorded(camera, signal),
    enabled: mayRecorded,
    staleTime: GOOD_MS,
    retry: false,
  })
  const isPending = mayRecorded && recorded.isPending
  const alarm = useThumbnail(isPending || recorded.data ? undefined : did)
  if (recorded.data) return { picture: recorded.data, isPending: false }
  return {
    picture: alarm.data ? { ...alarm.data, from: 'alarm' } : undefined,
    isPending: isPending || alarm.isLoading,
  }
}

async function newestRecorded(
  { did, channel }: DeviceChannel,
  signal: AbortSignal,
): Promise<LastPicture | null> {
  for (const Quality of QUALITIES) {
    try {
      const wanted = { DID: did, Channel: channel, Quality, At: Date.now() }
      const { Url, At } = await ask(recordPictureUrl, wanted, { signal })
      return { url: requestBase + Url, at: At, from: 'recording' }
    } catch (cause) {
      // Not recorded, or not to be seen: the card says who it is nevertheless.
      if (!(cause instanceof CallFailure)) throw cause
    }
  }
  return null
}
