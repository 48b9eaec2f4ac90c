import type { SessionEnd } from '@vedette/media/access-unit'
import { describeRtsp, type TrackSummary } from '@vedette/media/rtsp/describe'

import type { Driver, OfferedStream, ProbeOutcome, ProbeRefusal } from '../driver.ts'

const TIMEOUT_MS = 8000

export const rtspDriver: Driver = {
  async probe({ url, connectHost }, { username, password, transport, tls }): Promise<ProbeOutcome> {
    const target = {
      url,
      connectHost,
      transport,
      tls,
      ...(username ? { username, password } : {}),
    }
    const outcome = await describeRtsp(target, TIMEOUT_MS)
    if (!outcome.ok) return refusalOf(outcome.end)
    const { tracks, server = '' } = outcome
    const streams = tracks.map(offered)
    if (!streams.some(({ kind, isPlayable }) => kind === 'video' && isPlayable))
      return { ok: false, reason: 'noUsableStream', detail: noVideo(tracks) }
    return { ok: true, device: { server, streams, advice: adviceOn(tracks) } }
  },
}

const REFUSALS: Record<SessionEnd['reason'], ProbeRefusal> = {
  unreachable: 'unreachable',
  addressRefused: 'unreachable',
  stalled: 'unreachable',
  closedByCamera: 'unreachable',
  credentials: 'credentials',
  notFound: 'noUsableStream',
  protocol: 'noUsableStream',
  unsupportedCodec: 'noUsableStream',
}

function refusalOf({ reason, detail }: SessionEnd): ProbeOutcome {
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

function adviceOn(tracks: readonly TrackSummary[]): string[] {
  const advice: string[] = []
  const video = tracks.find(({ kind, isChosen }) => kind === 'video' && isChosen)
  if (video?.codec === 'H265')
    advice.push('The video is H.265, which some browsers cannot play; H.264 plays in all of them')
  const audio = tracks.filter(({ kind }) => kind === 'audio')
  const isSilent = audio.length > 0 && !audio.some(({ isChosen }) => isChosen)
  if (isSilent) advice.push(`The sound is ${audio[0]?.codec}, which is not played; AAC and G.711 are`)
  return advice
}
