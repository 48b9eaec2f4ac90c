/** What one device is set to, onto others. */
import type { BodyOf, ReplyOf } from '@vedette/contract/call'
import {
  type ConfigChange,
  type ConfigOutcome,
  type copyDeviceConfig,
  type DeviceConfig,
  STREAM_CODECS,
} from '@vedette/contract/calls/device-config'
import { Refusal } from '@vedette/contract/codes'

import type { ChannelRef } from '../../video/channel.ts'
import { alarmOf, changeConfig, type ConfigNeeds, configOf, NOTHING_DONE, partsOf } from './config.ts'

const COPIES_AT_ONCE = 8

type Part = BodyOf<typeof copyDeviceConfig>['Parts'][number]
type Copied = ReplyOf<typeof copyDeviceConfig>['List']

/** Each device answers for itself. */
export async function copyConfig(
  companyId: string,
  from: ChannelRef,
  toDids: readonly string[],
  parts: readonly Part[],
  needs: ConfigNeeds,
): Promise<Copied> {
  const { store, clock } = needs
  const places = [...new Set(toDids)].map((did) => ({ did, channel: from.channel }))
  const { change, refused } = await likeWhatItIs(companyId, from, parts, needs)
  const hasAlarm = parts.includes('alarm')
  if (hasAlarm && places.length > 0)
    await store.setAlarm(companyId, places, (await alarmOf(companyId, from, needs)).Alarm, clock.now())
  const wanted = hasAlarm ? { ...change, Alarm: true as const } : change
  const copied: Copied = []
  const queue = places.values()
  const work = async (): Promise<void> => {
    for (const place of queue) {
      const done =
        partsOf(wanted).length > 0 ? await changeConfig(companyId, place, wanted, needs) : NOTHING_DONE
      copied.push({ DID: place.did, Outcome: withRefused(done, refused) })
    }
  }
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work))
  return copied
}

function withRefused(done: ConfigOutcome, refused: readonly Part[]): ConfigOutcome {
  if (refused.length === 0) return done
  const Trouble = done.Trouble === 'none' ? 'refused' : done.Trouble
  return { ...done, Refused: [...done.Refused, ...refused], Trouble }
}

/** The device is asked for what it is set to, for alarms are the platform's. */
async function likeWhatItIs(
  companyId: string,
  from: ChannelRef,
  parts: readonly Part[],
  needs: ConfigNeeds,
): Promise<{ change: ConfigChange; refused: Part[] }> {
  if (parts.every((part) => part === 'alarm')) return { change: {}, refused: [] }
  const config = await configOf(companyId, from, needs)
  if (config.Trouble !== 'none') throw new Refusal('deviceOffline')
  return changeLike(config, parts)
}

/** The change that would set another device as this one is, and which parts this one has not, or can't be said of others. */
function changeLike(
  { Picture, Streams, Audio, Clock: time }: DeviceConfig,
  parts: readonly Part[],
): { change: ConfigChange; refused: Part[] } {
  const value = (number: { Value: number } | null | undefined): number | undefined => number?.Value
  const [sound] = Audio
  const all: ConfigChange = {
    Picture: Picture
      ? {
          Brightness: value(Picture.Brightness),
          Contrast: value(Picture.Contrast),
          Saturation: value(Picture.Saturation),
          Sharpness: value(Picture.Sharpness),
          IrCut: Picture.IrCut ?? undefined,
        }
      : undefined,
    Streams: streamsLike(Streams),
    Audio: sound && {
      Encoding: sound.Encoding,
      BitrateKbps: sound.BitrateKbps,
      SampleRateKhz: sound.SampleRateKhz,
    },
    Clock: time
      ? { TimeZone: time.TimeZone, DaylightSaving: time.DaylightSaving, Source: time.Source }
      : undefined,
  }
  const change: ConfigChange = {
    Picture: parts.includes('picture') ? all.Picture : undefined,
    Streams: parts.includes('streams') ? all.Streams : undefined,
    Audio: parts.includes('audio') ? all.Audio : undefined,
    Clock: parts.includes('time') ? all.Clock : undefined,
  }
  const copied = partsOf(change)
  return { change, refused: parts.filter((part) => part !== 'alarm' && !copied.includes(part)) }
}

/** Undefined where one of them has a codec that no device is set to: half of the streams is not what was asked for. */
function streamsLike(streams: DeviceConfig['Streams']): ConfigChange['Streams'] {
  const copied = streams.flatMap(({ Quality, Encoding: its, Width, Height, FrameRate, BitrateKbps, Gop }) => {
    if (Quality === 'other') return []
    const Encoding = STREAM_CODECS.find((codec) => codec === its)
    return [Encoding && { Quality, Encoding, Width, Height, FrameRate, BitrateKbps, Gop: Gop ?? undefined }]
  })
  const known = copied.filter((it) => it !== undefined)
  return known.length > 0 && known.length === copied.length ? known : undefined
}
