import { PAYLOAD_TYPE, RTP_CLOCK } from '../rtp/packets.ts'

/** The one track of every stream, as its `a=control` names it. */
export const TRACK = 'track0'

/** Session description (RFC 4566, RFC 6184 section 8.2.1). */
export function describe(name: string, fps: number, sets: { sps: Buffer; pps: Buffer }): string {
  const profile = sets.sps.toString('hex', 1, 4).toUpperCase()
  const parameterSets = `${sets.sps.toString('base64')},${sets.pps.toString('base64')}`
  return [
    'v=0',
    'o=- 0 1 IN IP4 127.0.0.1',
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    'a=range:npt=now-',
    `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
    `a=rtpmap:${PAYLOAD_TYPE} H264/${RTP_CLOCK}`,
    `a=fmtp:${PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${parameterSets}`,
    `a=framerate:${fps}`,
    `a=control:${TRACK}`,
    '',
  ].join('\r\n')
}
