import { AUDIO_PAYLOAD_TYPE } from '../audio-stream.ts'
import { JPEG_PAYLOAD_TYPE } from '../rtp/jpeg-payloads.ts'
import { PAYLOAD_TYPE, RTP_CLOCK } from '../rtp/packets.ts'
import { AUDIO_CONFIG, SAMPLE_RATE } from '../sound.ts'
import type { Codec } from '../video-stream.ts'

/** The tracks as their `a=control` names them. */
export const VIDEO_TRACK = 'track0'
export const AUDIO_TRACK = 'track1'

interface Described {
  name: string
  codec: Codec
  fps: number
  sets: { sps: Buffer; pps: Buffer }
  hasSound: boolean
}

/** Session description (RFC 4566, RFC 6184 section 8.2.1, RFC 2435 section 4.1, RFC 3640 section 4.1). */
export function describe({ name, codec, fps, sets, hasSound }: Described): string {
  return [
    'v=0',
    'o=- 0 1 IN IP4 127.0.0.1',
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    'a=range:npt=now-',
    ...(codec === 'JPEG' ? JPEG : h264(sets)),
    `a=framerate:${fps}`,
    `a=control:${VIDEO_TRACK}`,
    ...(hasSound ? SOUND : []),
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

const SOUND = [
  `m=audio 0 RTP/AVP ${AUDIO_PAYLOAD_TYPE}`,
  `a=rtpmap:${AUDIO_PAYLOAD_TYPE} mpeg4-generic/${SAMPLE_RATE}/1`,
  `a=fmtp:${AUDIO_PAYLOAD_TYPE} streamtype=5;profile-level-id=1;mode=AAC-hbr;config=${AUDIO_CONFIG};sizelength=13;indexlength=3;indexdeltalength=3`,
  `a=control:${AUDIO_TRACK}`,
]
