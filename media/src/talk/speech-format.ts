import type { SdpMedia } from '../rtsp/sdp.ts'

/** What a camera wants to be spoken to in. */
export interface SpeechFormat {
  codec: 'pcmu' | 'pcma' | 'aac'
  /** Hz; one channel. */
  sampleRate: number
}

/** Where and how it is to be sent. */
export interface BackTrack extends SpeechFormat {
  media: SdpMedia
}

const MAX_RATE = 48_000
const CODECS: Readonly<Record<string, SpeechFormat['codec']>> = {
  PCMU: 'pcmu',
  PCMA: 'pcma',
  'MPEG4-GENERIC': 'aac',
}

/** The first that every browser can make; AAC, which not all can, only where there is nothing else. */
export function chooseBackTrack(media: readonly SdpMedia[]): BackTrack | undefined {
  const tracks = media.flatMap((one): BackTrack[] => {
    const codec = CODECS[one.codec]
    const isUsable = one.kind === 'audio' && one.isSendOnly && one.channels === 1 && one.clockRate <= MAX_RATE
    return codec && isUsable ? [{ codec, sampleRate: one.clockRate, media: one }] : []
  })
  return tracks.find(({ codec }) => codec !== 'aac') ?? tracks[0]
}
