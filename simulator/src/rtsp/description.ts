import { AAC_PAYLOAD_TYPE, G711_RATE, PCMU_PAYLOAD_TYPE } from '../microphone.ts'
import { JPEG_PAYLOAD_TYPE } from '../rtp/jpeg-payloads.ts'
import { PAYLOAD_TYPE, RTP_CLOCK } from '../rtp/packets.ts'
import { AUDIO_CONFIG, SAMPLE_RATE } from '../sound.ts'
import type { Codec } from '../video-stream.ts'

/** The tracks as their `a=control` names them. */
export const VIDEO_TRACK = 'track0'
export const AUDIO_TRACK = 'track1'
/** What is said to the device, by its codec. */
export const BACK_TRACKS = { track2: 'pcmu', track3: 'aac' } as const
/** Feature tag of the back channel: a client that does not require it is told nothing of it. */
export const BACK_CHANNEL = 'www.onvif.org/ver20/backchannel'

interface Described {
  name: string
  codec: Codec
  fps: number
  range: string
  sets: { sps: Buffer; pps: Buffer }
  sound: 'aac' | 'pcmu' | undefined
  hasBackChannel: boolean
}

/** Session description (RFC 4566, RFC 6184 section 8.2.1, RFC 2435 section 4.1, RFC 3640 section 4.1). */
export function describe({ name, codec, fps, range, sets, sound, hasBackChannel }: Described): string {
  return [
    'v=0',
    'o=- 0 1 IN IP4 127.0.0.1',
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    `a=range:${range}`,
    ...(codec === 'JPEG' ? JPEG : h264(sets)),
    `a=framerate:${fps}`,
    `a=control:${VIDEO_TRACK}`,
    ...(sound === undefined ? [] : [...SOUND[sound], `a=control:${AUDIO_TRACK}`]),
    ...(hasBackChannel ? BACK : []),
    '',
  ].join('\r\n')
}

const JPEG = [`m=video 0 RTP/AVP ${JPEG_PAYLOAD_TYPE}`, `a=rtpmap:${JPEG_PAYLOAD_TYPE} JPEG/${RTP_CLOCK}`]

function h264({ sps, pps }: Described['sets']): string[] {
  const profile = sps.toString('hex', 1, 4).toUpperCase()
  const parameterSets = `${sps.toString('base64')},${pps.toString('base64')}`
  return [
    `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
    `a=rtpmap:${PAYLOAD_TYPE} H264/${RTP_CLOCK}`,
    `a=fmtp:${PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${parameterSets}`,
  ]
}

const AAC = [
  `m=audio 0 RTP/AVP ${AAC_PAYLOAD_TYPE}`,
  `a=rtpmap:${AAC_PAYLOAD_TYPE} mpeg4-generic/${SAMPLE_RATE}/1`,
  `a=fmtp:${AAC_PAYLOAD_TYPE} streamtype=5;profile-level-id=1;mode=AAC-hbr;config=${AUDIO_CONFIG};sizelength=13;indexlength=3;indexdeltalength=3`,
]
const PCMU = [`m=audio 0 RTP/AVP ${PCMU_PAYLOAD_TYPE}`, `a=rtpmap:${PCMU_PAYLOAD_TYPE} PCMU/${G711_RATE}`]
const SOUND = { aac: AAC, pcmu: PCMU }
/** ONVIF Streaming Specification section 5.3: sendonly is as the client sees it. */
const BACK = Object.entries(BACK_TRACKS).flatMap(([track, codec]) => [
  ...SOUND[codec],
  `a=control:${track}`,
  'a=sendonly',
])
