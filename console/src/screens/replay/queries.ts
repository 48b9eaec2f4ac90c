import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { recordLocks, recordTimeline } from '@vedette/contract/calls/record'
import { recordPictureUrl } from '@vedette/contract/calls/replay'
import type { Quality } from '@vedette/contract/live-message'

import { type AskFootage, FootageDenied } from '../../player/footage.ts'
import { type Lanes, lanesOf, QUALITIES } from '../../ui/coverage/lanes.ts'
import { type DeviceChannel, deviceFromText } from '../../ui/device-tree/device-text.ts'
import { type Lock, lockOf } from '../../ui/lock.ts'
import { CallFailure } from '../../wire/failure.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { ask } from '../../wire/send.ts'
import { partsOf } from './parts-together.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

const NEWEST_EVERY_MS = 5000
export const SMALL_FIRST: readonly Quality[] = ['sub', 'main']

/** As calls name them. */
export const camerasOf = (keys: readonly string[]): { DID: string; Channel: number }[] =>
  keys.flatMap((key) => deviceFromText(key) ?? []).map(({ did, channel }) => ({ DID: did, Channel: channel }))

/** What is recorded of these cameras around what a timeline shows. */
export function useLanes(keys: readonly string[], view: TimelineView): Lanes {
  const range = askedRange(view)
  const { data } = useQuery({
    queryKey: [recordTimeline.path, keys, range],
    queryFn: ({ signal }) => lanesOf(keys, range, signal),
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: range.To >= serverNow() ? NEWEST_EVERY_MS : false,
  })
  return data ?? NO_LANES
}

export const NO_LANES: Lanes = new Map()

/** Footage of a camera: of its main stream, or of the other one for many windows; where that is not recorded, of what there is. */
export function footageOf(camera: DeviceChannel, isSmall: () => boolean): AskFootage {
  return async (range, signal) => {
    try {
      return await partsOf(camera, isSmall() ? SMALL_FIRST : QUALITIES, range, signal)
    } catch (cause) {
      const reason = cause instanceof CallFailure ? cause.reason : undefined
      if (reason === 'noPermission' || reason === 'noDataAuthority') throw new FootageDenied()
      throw cause
    }
  }
}

/** A small picture of a moment. */
export async function pictureOf(
  { did, channel }: DeviceChannel,
  atMs: number,
  signal: AbortSignal,
): Promise<ReplyOf<typeof recordPictureUrl> | undefined> {
  for (const Quality of SMALL_FIRST) {
    try {
      return await ask(recordPictureUrl, { DID: did, Channel: channel, Quality, At: atMs }, { signal })
    } catch (cause) {
      if (!(cause instanceof CallFailure) || cause.reason !== 'noRecording') throw cause
    }
  }
  return undefined
}

const NO_LOCKS: ReadonlyMap<string, readonly Lock[]> = new Map()

/** The locks of these cameras, by the camera. */
export function useLocks(keys: readonly string[]): ReadonlyMap<string, readonly Lock[]> {
  const { data } = useQuery({
    queryKey: [recordLocks.path, keys],
    queryFn: async ({ signal }) => {
      const DIDs = [...new Set(camerasOf(keys).map(({ DID }) => DID))]
      const { List } = await ask(recordLocks, { DIDs }, { signal })
      const byDevice = Map.groupBy(List, ({ DID }) => DID)
      return new Map(
        keys.map((key): [string, Lock[]] => {
          const own = byDevice.get(deviceFromText(key)?.did ?? '') ?? []
          return [key, own.map(lockOf)]
        }),
      )
    },
    enabled: keys.length > 0,
    retry: false,
  })
  return data ?? NO_LOCKS
}
