import type { SessionEnd } from '@vedette/media/access-unit'
import { firstPicture } from '@vedette/media/ingest/first-picture'
import { describeRtsp, type TrackSummary } from '@vedette/media/rtsp/describe'
import type { RtspTarget } from '@vedette/media/rtsp/target'

import type { Advice } from '../advice.ts'
import type {
  Access,
  AllowedAddress,
  DeviceFacts,
  Driver,
  OfferedStream,
  ProbeOutcome,
  ProbeRefusal,
  SnapshotOutcome,
} from '../driver.ts'

const TIMEOUT_MS = 8000
/** RTSP says nothing of itself beyond its tracks. */
export const NO_FACTS: DeviceFacts = {
  vendor: '',
  model: '',
  firmware: '',
  sdkVersion: '',
  serial: '',
  name: '',
  identity: '',
}
const UNSAID = { frameRate: 0, bitrateKbps: 0 }

export const rtspDriver: Driver = {
  async probe(address, access): Promise<ProbeOutcome> {
    const { url } = address
    const outcome = await describeRtsp(targetOf(address, access), TIMEOUT_MS)
    if (!outcome.ok) return refusalOf(outcome.end)
    const { tracks, server = '' } = outcome
    const streams = tracks.map(offered)
    const video = tracks.find(({ kind, isChosen }) => kind === 'video' && isChosen)
    if (!video) return { ok: false, reason: 'noUsableStream', detail: noVideo(tracks) }
    const { codec, width, height } = video
    const main = { quality: 'main' as const, url, codec, width, height, ...UNSAID }
    return {
      ok: true,
      device: {
        protocol: 'rtsp',
        facts: NO_FACTS,
        kind: 'camera',
        server,
        channels: [{ channel: 0, name: '', streams: [main] }],
        streams,
        hasPtz: false,
        advice: adviceOn(tracks),
      },
    }
  },

  snapshot: (address, access) => keyFrameAt(address, access, TIMEOUT_MS),
}

/** A key frame of the stream at this address. */
export async function keyFrameAt(
  address: AllowedAddress,
  access: Access,
  timeoutMs: number,
): Promise<SnapshotOutcome> {
  const outcome = await firstPicture(targetOf(address, access), timeoutMs)
  if (!outcome.ok) return refusalOf(outcome.end)
  return { ok: true, snapshot: { form: 'keyFrame', bytes: outcome.picture.mp4 } }
}

function targetOf(
  { url, connectHost }: AllowedAddress,
  { username, password, transport, tls }: Access,
): RtspTarget {
  return { url, connectHost, transport, tls, ...(username ? { username, password } : {}) }
}

const REFUSALS: Record<SessionEnd['reason'], ProbeRefusal> = {
  unreachable: 'unreachable',
  certificate: 'certificate',
  addressRefused: 'unreachable',
  stalled: 'unreachable',
  closedByCamera: 'unreachable',
  credentials: 'credentials',
  notFound: 'noUsableStream',
  protocol: 'noUsableStream',
  noVideo: 'noUsableStream',
  unsupportedCodec: 'noUsableStream',
}

function refusalOf({ reason, detail }: SessionEnd): Extract<ProbeOutcome, { ok: false }> {
  return { ok: false, reason: REFUSALS[reason], detail }
}

function offered({ kind, codec, isChosen }: TrackSummary): OfferedStream {
  return { kind, codec, isPlayable: isChosen }
}

function noVideo(tracks: readonly TrackSummary[]): string {
  const offers = tracks.map(({ kind, codec }) => `${kind} ${codec || 'without a codec'}`)
  return offers.length === 0
    ? 'The camera offers no stream at this address'
    : `The camera offers ${offers.join(', ')}; H.264 or H.265 video is needed`
}

function adviceOn(tracks: readonly TrackSummary[]): Advice[] {
  const advice: Advice[] = []
  const video = tracks.find(({ kind, isChosen }) => kind === 'video' && isChosen)
  if (video?.codec === 'H265') advice.push({ word: 'h265' })
  const audio = tracks.filter(({ kind }) => kind === 'audio')
  const isSilent = audio.length > 0 && !audio.some(({ isChosen }) => isChosen)
  if (isSilent) advice.push({ word: 'silentAudio', values: { codec: audio[0]?.codec ?? '' } })
  return advice
}
