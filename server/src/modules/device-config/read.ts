/** What a device is set to, asked by ONVIF. */
import type { DeviceConfig, StreamConfig } from '@vedette/contract/calls/device-config'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { getName, getNetwork, getTime } from '@vedette/devices/onvif/device'
import { orIfMissing } from '@vedette/devices/onvif/fault'
import { getImaging, getImagingRanges, type ImagingNumber } from '@vedette/devices/onvif/imaging'
import {
  getProfiles,
  getVideoEncoderOptions,
  type Profile,
  type VideoEncoder,
} from '@vedette/devices/onvif/media'

export type ReadConfig = Omit<DeviceConfig, 'Trouble' | 'Pending'>

export const NOTHING_READ: ReadConfig = {
  Name: '',
  Picture: null,
  Streams: [],
  Audio: [],
  Clock: null,
  Network: [],
}

/** The client is open. A part that the device lacks is left empty; throws OnvifFault where it does not answer at all. */
export async function readConfig(client: OnvifClient, channel: number): Promise<ReadConfig> {
  const profiles = await profilesFor(client, channel)
  const source = profiles[0]?.source
  const [Name, Clock, Network, Picture, Streams] = [
    await orIfMissing(getName(client), ''),
    await clockOf(client),
    await orIfMissing(getNetwork(client), []),
    source === undefined ? null : await pictureOf(client, source),
    await streamsOf(client, profiles),
  ]
  const audio = new Map(profiles.flatMap((it) => (it.audio ? [[it.audio.token, it.audio]] : [])))
  return {
    Name,
    Clock,
    Picture,
    Streams,
    Audio: [...audio.values()].map(({ token, encoding, bitrateKbps, sampleRateKhz }) => ({
      Token: token,
      Encoding: encoding,
      BitrateKbps: bitrateKbps,
      SampleRateKhz: sampleRateKhz,
    })),
    Network: Network.map(({ name, mac, addresses, isDhcp }) => ({
      Name: name,
      Mac: mac,
      Addresses: addresses,
      IsDhcp: isDhcp,
    })),
  }
}

/** The profiles of one picture source: of a camera all, of an NVR those of a channel. The largest picture first. */
export async function profilesFor(client: OnvifClient, channel: number): Promise<Profile[]> {
  const profiles = await getProfiles(client)
  const sources = [...new Set(profiles.filter((it) => it.video).map(({ source }) => source))]
  const pixels = ({ video }: Profile): number => (video?.width ?? 0) * (video?.height ?? 0)
  return profiles
    .filter((it) => it.video && it.source === sources[channel])
    .toSorted((a, b) => pixels(b) - pixels(a))
}

/** Encoders, each once: the largest picture is the main stream, the next the second one. */
export function encodersOf(profiles: readonly Profile[]): VideoEncoder[] {
  const encoders = new Map(profiles.flatMap((it) => (it.video ? [[it.video.token, it.video]] : [])))
  return [...encoders.values()]
}

async function clockOf(client: OnvifClient): Promise<DeviceConfig['Clock']> {
  const time = await orIfMissing(getTime(client), undefined)
  if (!time) return null
  return {
    Time: time.utcMs ?? null,
    AheadMs: Math.round(client.clockOffsetMs),
    TimeZone: time.timeZone,
    DaylightSaving: time.isDaylightSaving,
    Source: time.source,
  }
}

async function pictureOf(client: OnvifClient, source: string): Promise<DeviceConfig['Picture']> {
  if (!client.has('imaging')) return null
  const imaging = await orIfMissing(getImaging(client, source), undefined)
  if (!imaging) return null
  const ranges = await orIfMissing(getImagingRanges(client, source), undefined)
  const number = (name: ImagingNumber) => {
    const value = imaging[name]
    const range = ranges?.[name]
    return value === undefined
      ? null
      : { Value: value, Range: range ? { Min: range.min, Max: range.max } : null }
  }
  return {
    Brightness: number('brightness'),
    Contrast: number('contrast'),
    Saturation: number('saturation'),
    Sharpness: number('sharpness'),
    IrCut: imaging.irCut ?? null,
  }
}

async function streamsOf(client: OnvifClient, profiles: readonly Profile[]): Promise<StreamConfig[]> {
  const streams: StreamConfig[] = []
  for (const [at, encoder] of encodersOf(profiles).entries()) {
    const options = await orIfMissing(getVideoEncoderOptions(client, encoder.token), [])
    streams.push({
      Token: encoder.token,
      Quality: (['main', 'sub'] as const)[at] ?? 'other',
      Encoding: encoder.encoding,
      Profile: encoder.profile,
      Width: encoder.width,
      Height: encoder.height,
      FrameRate: encoder.frameRate,
      BitrateKbps: encoder.bitrateKbps,
      Gop: encoder.gop ?? null,
      Options: options.map(({ encoding, profiles, resolutions, frameRate, bitrateKbps, gop }) => ({
        Encoding: encoding,
        Profiles: profiles,
        Resolutions: resolutions.map(({ width, height }) => ({ Width: width, Height: height })),
        FrameRate: rangeOf(frameRate),
        BitrateKbps: bitrateKbps ? rangeOf(bitrateKbps) : null,
        Gop: gop ? rangeOf(gop) : null,
      })),
    })
  }
  return streams
}

function rangeOf({ min, max }: { min: number; max: number }): { Min: number; Max: number } {
  return { Min: min, Max: max }
}
