/** What is recorded of some cameras. */
import { MAX_LANES, recordTimeline } from '@vedette/contract/calls/record'
import type { Quality } from '@vedette/contract/live-message'

import { send } from '../../wire/send.ts'
import { deviceFromText, deviceToText } from '../device-tree/device-text.ts'
import { unionOf } from './spans.ts'

export const QUALITIES: readonly Quality[] = ['main', 'sub']
/** Cameras that one question covers. */
export const MOST_CAMERAS = MAX_LANES / QUALITIES.length

export type Lanes = ReadonlyMap<string, readonly number[]>

export async function lanesOf(
  keys: readonly string[],
  range: { From: number; To: number; Step: number },
  signal: AbortSignal,
): Promise<Lanes> {
  const cameras = keys.flatMap((key) => deviceFromText(key) ?? []).slice(0, MOST_CAMERAS)
  const Streams = cameras.flatMap(({ did, channel }) =>
    QUALITIES.map((Quality) => ({ DID: did, Channel: channel, Quality })),
  )
  const { List } = await send(recordTimeline, { Streams, ...range }, { signal })
  return new Map(
    cameras.map((camera) => {
      const own = List.filter(({ DID, Channel }) => DID === camera.did && Channel === camera.channel)
      return [deviceToText(camera), unionOf(own.map(({ Spans }) => Spans))]
    }),
  )
}
