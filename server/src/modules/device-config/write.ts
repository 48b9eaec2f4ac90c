/** Setting a device by ONVIF, part by part: what one refuses does not keep it from the others. */
import type { AlarmSettings } from '@vedette/contract/alarm-settings'
import type { ConfigChange, ConfigPart } from '@vedette/contract/calls/device-config'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { getTime, setName, setTime } from '@vedette/devices/onvif/device'
import { OnvifFault, type OnvifReason, outcomeOf } from '@vedette/devices/onvif/fault'
import { setImaging } from '@vedette/devices/onvif/imaging'
import { type Profile, setAudioEncoder, setVideoEncoder } from '@vedette/devices/onvif/media'

import { writeMotion } from './alarm.ts'
import { encodersOf, profilesFor } from './read.ts'

export interface WriteOutcome {
  written: ConfigPart[]
  refused: ConfigPart[]
}

type Given<T> = { [K in keyof T]-?: Exclude<T[K], undefined> }

const HINDRANCES: readonly OnvifReason[] = ['unreachable', 'certificate', 'credentials']

/** Throws OnvifFault for what hinders all of it: then the rest has not been written either. */
export async function writeConfig(
  client: OnvifClient,
  channel: number,
  change: ConfigChange,
  alarm?: AlarmSettings,
): Promise<WriteOutcome> {
  const profiles = await profilesFor(client, channel)
  const steps: [ConfigPart, () => Promise<unknown>][] = []
  const { Name, Picture, Streams, Audio, Clock } = change
  if (Name !== undefined) steps.push(['name', () => setName(client, Name)])
  if (Picture) steps.push(['picture', () => writePicture(client, profiles, Picture)])
  if (Streams) steps.push(['streams', () => writeStreams(client, profiles, Streams)])
  if (Audio) steps.push(['audio', () => writeAudio(client, profiles, Audio)])
  if (Clock) steps.push(['time', () => writeClock(client, Clock)])
  if (alarm) steps.push(['alarm', () => writeMotion(client, profiles, alarm)])

  const outcome: WriteOutcome = { written: [], refused: [] }
  for (const [part, write] of steps) {
    const done = await outcomeOf(write())
    if (!done.ok && HINDRANCES.includes(done.reason)) throw new OnvifFault(done.reason, done.detail)
    // Then alarms are the platform's alone.
    if (part === 'alarm' && !done.ok && done.reason === 'notSupported') continue
    outcome[done.ok ? 'written' : 'refused'].push(part)
  }
  return outcome
}

async function writePicture(
  client: OnvifClient,
  profiles: readonly Profile[],
  { Brightness, Contrast, Saturation, Sharpness, IrCut }: NonNullable<ConfigChange['Picture']>,
): Promise<void> {
  const source = profiles[0]?.source
  if (source === undefined) throw new OnvifFault('notSupported', 'The device has no picture source')
  await setImaging(client, source, {
    brightness: Brightness,
    contrast: Contrast,
    saturation: Saturation,
    sharpness: Sharpness,
    irCut: IrCut,
  })
}

async function writeStreams(
  client: OnvifClient,
  profiles: readonly Profile[],
  streams: NonNullable<ConfigChange['Streams']>,
): Promise<void> {
  const encoders = encodersOf(profiles)
  for (const { Quality, Encoding, Profile, Width, Height, FrameRate, BitrateKbps, Gop } of streams) {
    const encoder = encoders[Quality === 'main' ? 0 : 1]
    if (!encoder) throw new OnvifFault('notSupported', `The device has no ${Quality} stream`)
    await setVideoEncoder(
      client,
      encoder.token,
      given({
        encoding: Encoding,
        profile: Profile,
        width: Width,
        height: Height,
        frameRate: FrameRate,
        bitrateKbps: BitrateKbps,
        gop: Gop,
      }),
    )
  }
}

async function writeAudio(
  client: OnvifClient,
  profiles: readonly Profile[],
  { Encoding, BitrateKbps, SampleRateKhz }: NonNullable<ConfigChange['Audio']>,
): Promise<void> {
  const audio = profiles.find((it) => it.audio)?.audio
  if (!audio) throw new OnvifFault('notSupported', 'The device has no sound')
  await setAudioEncoder(
    client,
    audio.token,
    given({ encoding: Encoding, bitrateKbps: BitrateKbps, sampleRateKhz: SampleRateKhz }),
  )
}

async function writeClock(
  client: OnvifClient,
  { TimeZone, DaylightSaving, Source, IsSetNow }: NonNullable<ConfigChange['Clock']>,
): Promise<void> {
  const now = await getTime(client)
  await setTime(client, {
    timeZone: TimeZone ?? now.timeZone,
    isDaylightSaving: DaylightSaving ?? now.isDaylightSaving,
    source: IsSetNow === true ? 'Manual' : (Source ?? now.source),
    utcMs: IsSetNow === true || Source === 'Manual' ? Date.now() : undefined,
  })
}

/** Leaves out what was not given. */
function given<T extends object>(value: T): Partial<Given<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined)) as Partial<Given<T>>
}
