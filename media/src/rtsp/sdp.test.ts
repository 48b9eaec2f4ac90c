import fc from 'fast-check'
import { expect, test } from 'vitest'

import { baseUri, controlUri } from './control-uri.ts'
import { parseSdp } from './sdp.ts'
import { chooseTracks } from './tracks.ts'

function mediaOf(text: string) {
  const sdp = parseSdp(text)
  if (!sdp.ok) throw new Error(sdp.detail)
  return sdp.description.media
}

test('odd line ends, spaces and unknown lines do no harm', () => {
  const media = mediaOf(
    'v=0\nx=?\nm=video 0 RTP/AVP 96\r\na=rtpmap: 96 h264 / 90000\n' +
      'a=fmtp:96  packetization-mode=1; Sprop-Parameter-Sets=Zg==,aA==;\n' +
      'a=control:  rtsp://h/1 \nm=audio 0 RTP/AVP 0\n',
  )
  expect(media).toMatchObject([
    { kind: 'video', codec: 'H264', clockRate: 90_000, control: 'rtsp://h/1' },
    { kind: 'audio', codec: 'PCMU', clockRate: 8000, channels: 1 },
  ])
  expect(media[0]?.fmtp.get('sprop-parameter-sets')).toBe('Zg==,aA==')
})

test('what is too much is refused', () => {
  expect(parseSdp('m=video 0 RTP/AVP 96\n'.repeat(65)).ok).toBe(false)
  expect(parseSdp(`a=x:${'y'.repeat(9000)}`).ok).toBe(false)
  expect(parseSdp('a=b\n'.repeat(70_000)).ok).toBe(false)
})

test('arbitrary text never crashes the reader or the choice of tracks', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('m=video 0 RTP/AVP 96', 'm=audio 0 RTP/AVP 97', 'a=rtpmap:96 H264/90000', 'a=control:*'),
    fc
      .string()
      .map((config) => `a=rtpmap:97 MPEG4-GENERIC/16000\na=fmtp:97 config=${config};sizelength=${config}`),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { video, audio } = chooseTracks(mediaOf(lines.join('\n')))
      expect([video?.kind ?? 'video', audio?.kind ?? 'audio']).toEqual(['video', 'audio'])
    }),
  )
})

test('the back channel of a camera is not taken for its sound', () => {
  const text =
    'm=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000\nm=audio 0 RTP/AVP 0\na=sendonly\nm=audio 0 RTP/AVP 8\na=recvonly\n'
  expect(chooseTracks(mediaOf(text)).audio?.codec).toBe('PCMA')
})

test('controls are resolved as cameras mean them', () => {
  expect(controlUri('rtsp://h/live', 'trackID=1')).toBe('rtsp://h/live/trackID=1')
  expect(controlUri('rtsp://h/cam?channel=1&subtype=0/', 'trackID=0')).toBe(
    'rtsp://h/cam?channel=1&subtype=0/trackID=0',
  )
  expect(controlUri('rtsp://h/live/', '*')).toBe('rtsp://h/live/')
  expect(controlUri('rtsp://h/live/', '')).toBe('rtsp://h/live/')
  expect(controlUri('rtsp://h/live', 'RTSP://h:8554/other/1')).toBe('RTSP://h:8554/other/1')
  expect(controlUri('rtsp://h/live/main', '/track1')).toBe('rtsp://h/track1')
  expect(baseUri('rtsp://h/a', 'rtsp://h/b/', undefined)).toBe('rtsp://h/b/')
  expect(baseUri('rtsp://h/a', '/relative', 'rtsp://h/c')).toBe('rtsp://h/c')
  expect(baseUri('rtsp://h/a', undefined, undefined)).toBe('rtsp://h/a')
})
