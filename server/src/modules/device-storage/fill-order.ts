/** What a shard is told so that it fetches a stretch of time from a device's own storage. */
import type { AddressCheck } from '@vedette/devices/driver'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { getProfiles, streamUrlAt } from '@vedette/devices/onvif/media'
import { findStoredFootage, footageOfChannel, getReplayUri } from '@vedette/devices/onvif/stored-footage'
import type { FillOrder } from '@vedette/media/feed/recording-messages'

import type { Clock } from '../../engines/clock.ts'
import type { LiveStream } from '../../video/stream-states.ts'
import type { Recording } from '../record/index.ts'

export interface FillNeeds {
  clock: Clock
  newId: () => string
  checkAddress: AddressCheck
  recording: { plan: Pick<Recording['plan'], 'archive'> }
}

interface Stretch {
  fromMs: number
  toMs: number
  /** What the device's clock was ahead of the recording's then, as far as it is known. */
  aheadMs?: number | undefined
}

type Found =
  | { kind: 'order'; order: FillOrder }
  /** The device keeps nothing itself. */
  | { kind: 'noStorage' }
  /** It keeps footage, but none of then, or its address is none that may be asked. */
  | { kind: 'nothing' }

/** The most that is fetched at a time, as fast as it was taken; what is left of a gap is the next one. */
export const LONGEST_MS = 3_600_000
/** ONVIF tells a device's clock in whole seconds; what its sender reports told is exact, where both mean the same clock. */
const SAME_CLOCK_MS = 1500

export async function fillOrderOf(
  { clock, newId, checkAddress, recording }: FillNeeds,
  client: OnvifClient,
  {
    companyId: company,
    did,
    channel,
    quality,
  }: Pick<LiveStream, 'companyId' | 'did' | 'channel' | 'quality'>,
  stretch: Stretch,
): Promise<Found> {
  await client.open()
  const found = await findStoredFootage(client)
  if (!found) return { kind: 'noStorage' }
  if (found.length === 0) return { kind: 'nothing' }
  const own = footageOfChannel(found, await getProfiles(client), channel)
  const footage = own.find(({ fromMs, toMs }) => fromMs < stretch.toMs && toMs > stretch.fromMs)
  const url = footage && streamUrlAt(await getReplayUri(client, footage.token), client.target.url)
  const address = url === undefined ? undefined : await checkAddress(url)
  if (!address?.ok) return { kind: 'nothing' }
  const { clockOffsetMs, target } = client
  const exact = stretch.aheadMs
  const isExact = exact !== undefined && Math.abs(exact - clockOffsetMs) < SAME_CLOCK_MS
  const { username, password, tls } = target
  const order: FillOrder = {
    id: newId(),
    company,
    did,
    channel,
    quality,
    archive: recording.plan.archive,
    target: {
      url: address.url,
      connectHost: address.connectHost,
      tls,
      ...(username && { username, password }),
    },
    fromMs: stretch.fromMs,
    toMs: Math.min(stretch.toMs, stretch.fromMs + LONGEST_MS),
    // Seconds that are the same may be the same clock.
    aheadMs: isExact
      ? Math.round(exact)
      : Math.abs(clockOffsetMs) < SAME_CLOCK_MS
        ? 0
        : Math.round(clockOffsetMs),
    filledAtMs: clock.now(),
  }
  return { kind: 'order', order }
}
