import { type AlarmSettings, rangeFault } from '@vedette/contract/alarm-settings'
import {
  type ConfigChange,
  type ConfigOutcome,
  type ConfigPart,
  type DeviceConfig,
  type DeviceTrouble,
  STREAM_CODECS,
} from '@vedette/contract/calls/device-config'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { type OnvifReason, outcomeOf } from '@vedette/devices/onvif/fault'

import type { Clock } from '../../engines/clock.ts'
import type { OpenOnvif } from '../device/index.ts'
import { NOTHING_READ, readConfig } from './read.ts'
import type { DeviceConfigStore } from './store.ts'
import { writeConfig } from './write.ts'

export interface ConfigNeeds {
  store: DeviceConfigStore
  clock: Clock
  openOnvif: OpenOnvif
}

export interface Place {
  did: string
  channel: number
}

/** A console waits for 10 s. */
const LIMITS = { deadlineMs: 4000, totalMs: 8500 }

const TROUBLES = {
  unreachable: 'unreachable',
  credentials: 'credentials',
  notSupported: 'noService',
  refused: 'refused',
  protocol: 'unreachable',
} as const satisfies Record<OnvifReason, DeviceTrouble>

type Talked<T> = { value: T } | { trouble: DeviceTrouble }

/** Opens a conversation with the device and works with it. */
async function talk<T>(
  companyId: string,
  did: string,
  { openOnvif }: ConfigNeeds,
  work: (client: OnvifClient) => Promise<T>,
): Promise<Talked<T>> {
  const client = await openOnvif(companyId, did, LIMITS).catch((error: unknown) => {
    // Its address may not be dialled any more, which for its settings is the same as no answer.
    if (error instanceof Refusal) return 'closed' as const
    throw error
  })
  if (client === 'closed') return { trouble: 'unreachable' }
  if (!client) return { trouble: 'noService' }
  const outcome = await outcomeOf(client.open().then(() => work(client)))
  return outcome.ok ? { value: outcome.value } : { trouble: TROUBLES[outcome.reason] }
}

/** What the device is set to now, and what waits for it. */
export async function configOf(companyId: string, place: Place, needs: ConfigNeeds): Promise<DeviceConfig> {
  const { did, channel } = place
  const [talked, pending] = await Promise.all([
    talk(companyId, did, needs, (client) => readConfig(client, channel)),
    needs.store.pending(companyId, did),
  ])
  const waiting = pending.find((it) => it.channel === channel)
  const Pending = waiting ? partsOf(waiting.change) : []
  return 'value' in talked
    ? { Trouble: 'none', ...talked.value, Pending }
    : { Trouble: talked.trouble, ...NOTHING_READ, Pending }
}

/** Sets a device, or keeps what it is to be set to until it can be reached. */
export async function changeConfig(
  companyId: string,
  place: Place,
  change: ConfigChange,
  needs: ConfigNeeds,
): Promise<ConfigOutcome> {
  const { store, clock } = needs
  const before = (await store.pending(companyId, place.did)).find((it) => it.channel === place.channel)
  const wanted = before ? merged(before.change, change) : change
  const parts = partsOf(wanted)
  const done = await talk(companyId, place.did, needs, (client) => writeConfig(client, place.channel, wanted))
  if ('value' in done) {
    const { written, refused } = done.value
    if (before) await store.setPending(companyId, place, {}, clock.now())
    return {
      Written: written,
      Refused: refused,
      Pending: [],
      Trouble: refused.length > 0 ? 'refused' : 'none',
    }
  }
  const { trouble } = done
  if (trouble === 'noService') return { Written: [], Refused: parts, Pending: [], Trouble: trouble }
  await store.setPending(companyId, place, wanted, clock.now())
  return { Written: [], Refused: [], Pending: parts, Trouble: trouble }
}

/** Writes what waited for a device that is back. */
export async function writePending(companyId: string, did: string, needs: ConfigNeeds): Promise<void> {
  for (const { channel } of await needs.store.pending(companyId, did))
    await changeConfig(companyId, { did, channel }, {}, needs)
}

export function checkAlarm(alarm: AlarmSettings): void {
  const found = rangeFault(alarm.Ranges)
  if (found) throw fault('badInput', `Alarm.Ranges.${found.at}`, found.fault)
}

/** The change that would set another device as this one is. */
export function changeLike(
  { Picture, Streams, Audio, Clock: time }: DeviceConfig,
  parts: readonly string[],
): ConfigChange {
  const value = (number: { Value: number } | null | undefined): number | undefined => number?.Value
  const [sound] = Audio
  return {
    Picture:
      Picture && parts.includes('picture')
        ? {
            Brightness: value(Picture.Brightness),
            Contrast: value(Picture.Contrast),
            Saturation: value(Picture.Saturation),
            Sharpness: value(Picture.Sharpness),
            IrCut: Picture.IrCut ?? undefined,
          }
        : undefined,
    Streams:
      Streams.length > 0 && parts.includes('streams')
        ? Streams.flatMap(({ Quality, Encoding: its, Width, Height, FrameRate, BitrateKbps, Gop }) => {
            const Encoding = STREAM_CODECS.find((codec) => codec === its)
            return Quality !== 'other' && Encoding !== undefined
              ? [{ Quality, Encoding, Width, Height, FrameRate, BitrateKbps, Gop: Gop ?? undefined }]
              : []
          })
        : undefined,
    Audio:
      sound && parts.includes('audio')
        ? { Encoding: sound.Encoding, BitrateKbps: sound.BitrateKbps, SampleRateKhz: sound.SampleRateKhz }
        : undefined,
    Clock:
      time && parts.includes('time')
        ? { TimeZone: time.TimeZone, DaylightSaving: time.DaylightSaving, Source: time.Source }
        : undefined,
  }
}

export function partsOf({ Name, Picture, Streams, Audio, Clock: time }: ConfigChange): ConfigPart[] {
  const parts: ConfigPart[] = []
  if (Name !== undefined) parts.push('name')
  if (Picture) parts.push('picture')
  if (Streams) parts.push('streams')
  if (Audio) parts.push('audio')
  if (time) parts.push('time')
  return parts
}

/** The later wish wins where both have one. */
function merged(before: ConfigChange, later: ConfigChange): ConfigChange {
  const streams = [...(before.Streams ?? []), ...(later.Streams ?? [])]
  const byQuality = (['main', 'sub'] as const).flatMap((quality) => {
    const of = streams.filter(({ Quality }) => Quality === quality)
    return of.length > 0 ? [Object.assign({ Quality: quality }, ...of)] : []
  })
  return {
    Name: later.Name ?? before.Name,
    Picture: before.Picture || later.Picture ? { ...before.Picture, ...later.Picture } : undefined,
    Streams: byQuality.length > 0 ? byQuality : undefined,
    Audio: before.Audio || later.Audio ? { ...before.Audio, ...later.Audio } : undefined,
    Clock: before.Clock || later.Clock ? { ...before.Clock, ...later.Clock } : undefined,
  }
}
