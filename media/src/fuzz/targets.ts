/** Every parser of this package that reads what somebody else wrote. */
import type { VideoFormat } from '../access-unit.ts'
import { parseAacConfig } from '../codec/aac-config.ts'
import { parseH264Sps, rewriteSpsForNoReorder } from '../codec/h264-sps.ts'
import { parseH265Sps } from '../codec/h265-sps.ts'
import { MAX_SET_BYTES } from '../codec/parameter-sets.ts'
import { framePrefix, FrameReader } from '../feed/frames.ts'
import { readFromShard, readToShard } from '../feed/messages.ts'
import { initSegment } from '../fmp4/init-segment.ts'
import { Authorizer, chooseScheme } from '../rtsp/auth.ts'
import { baseUri, controlUri } from '../rtsp/control-uri.ts'
import { parseSdp } from '../rtsp/sdp.ts'
import { endpointOf } from '../rtsp/target.ts'
import { readRecording, receive } from '../rtsp/testing/recording.ts'
import { chooseTracks } from '../rtsp/tracks.ts'
import { WireReader } from '../rtsp/wire-reader.ts'
import { parseRtp } from '../rtp/packet.ts'
import { parseSenderReport } from '../rtp/rtcp.ts'
import { packetStreamTarget, packetsOf } from './packet-stream.ts'
import { recordTargets } from './record-targets.ts'
import type { FuzzTarget } from './run.ts'

const recordings = [readRecording('h264-aac'), readRecording('h265-pcmu')] as const
const formats = recordings.flatMap((recording) => receive(recording).formats)
const videoOf = (codec: VideoFormat['codec']): VideoFormat => {
  const found = formats.find((format): format is VideoFormat => format.codec === codec)
  if (!found) throw new Error(`no ${codec} in the recordings`)
  return found
}
const descriptions = recordings.map((recording) =>
  recording.subarray(recording.indexOf('v=0'), recording.indexOf('$\0')),
)
const texts = (...lines: string[]): Buffer[] => lines.map((line) => Buffer.from(line))

/** What went in comes out again as no more than it was, however it was cut. */
function readWire(input: Buffer): void {
  let bytesOut = 0
  const reader = new WireReader({
    frame: (_channel, _bytes, at, end) => (bytesOut += end - at),
    message: ({ body }) => (bytesOut += body.length),
    broken() {},
  })
  const cut = 1 + ((input[0] ?? 0) << 3)
  for (let at = 0; at < input.length; at += cut) reader.push(input.subarray(at, at + cut))
  if (bytesOut > input.length) throw new Error(`${bytesOut} bytes out of ${input.length}`)
}

function readChallenge(input: Buffer): void {
  const choice = chooseScheme(input.toString('latin1').split(/[\r\n]/), true)
  if (!choice.ok) return
  const header = new Authorizer(choice.scheme, { username: 'a"b', password: 'c' }).authorization(
    'GET',
    'rtsp://x/',
  )
  if (/[\r\n]/.test(header)) throw new Error(`a line break in ${JSON.stringify(header)}`)
}

function readSps(input: Buffer, codec: VideoFormat['codec']): void {
  // Longer ones are not even learnt.
  if (input.length > MAX_SET_BYTES) return
  const parsed = codec === 'h264' ? parseH264Sps(input) : parseH265Sps(input)
  if (!parsed) return
  const { width, height } = parsed
  if (codec === 'h264' && rewriteSpsForNoReorder(input) === undefined) throw new Error('read, not rewritten')
  initSegment({ ...videoOf(codec), sps: input, width, height })
}

function readFeed(input: Buffer): void {
  let bytesOut = 0
  const reader = new FrameReader(1 << 16)
  reader.push(input, ({ body }) => {
    bytesOut += body.length
    readFromShard(body)
    readToShard(body)
  })
  if (bytesOut > input.length) throw new Error(`${bytesOut} bytes out of ${input.length}`)
}

const control = (message: object): Buffer => {
  const body = Buffer.from(JSON.stringify(message))
  return Buffer.concat([framePrefix(0, body.length), body])
}

export const mediaTargets: FuzzTarget[] = [
  {
    name: 'RTSP reader',
    corpus: [
      ...recordings.map((recording) => recording.subarray(0, 12_000)),
      ...texts('RTSP/1.0 200 OK\r\nCSeq: 1\r\nX: a\r\n b\r\nContent-Length: 4\r\n\r\nbody'),
      ...texts('REDIRECT rtsp://a/ RTSP/1.0\r\nCSeq: 2\r\nLocation: rtsp://b/\r\n\r\n$\0\0\x01\x80'),
    ],
    words: ['\r\n\r\n', 'Content-Length: ', 'Transport: ', 'Session: ', 'RTSP/1.0 ', '$\0'],
    run: readWire,
  },
  {
    name: 'session description',
    corpus: descriptions,
    words: [
      'a=fmtp:96 ',
      'a=rtpmap:',
      'm=video 0 RTP/AVP 96\r\n',
      'sprop-parameter-sets=',
      'a=control:',
      'config=',
    ],
    run(input) {
      const sdp = parseSdp(input.toString('utf8'))
      if (sdp.ok) chooseTracks(sdp.description.media)
    },
  },
  {
    name: 'login challenge',
    corpus: texts(
      'Digest realm="cam", nonce="abc", qop="auth,auth-int", algorithm=SHA-256, opaque="x"\nBasic realm="cam"',
      'Digest realm="c\\"am", nonce=abc, stale=TRUE, algorithm=MD5-sess',
    ),
    run: readChallenge,
  },
  {
    name: 'addresses',
    corpus: texts('rtsp://10.0.0.9:554/a?b=c', 'rtsps://[fe80::1]/x', 'trackID=1', '/abs?x=1', '*'),
    run(input) {
      const text = input.toString('latin1')
      endpointOf({ url: text, transport: 'tcp' })
      controlUri(baseUri('rtsp://a/', text, text), text)
    },
  },
  {
    name: 'RTP',
    corpus: packetsOf(recordings[0], 0).slice(0, 20),
    run(input) {
      const packet = parseRtp(input)
      if (packet && packet.payload.length === 0) throw new Error('a packet without payload')
    },
  },
  {
    name: 'RTCP',
    // A receiver report, then a sender report and a source description.
    corpus: [
      Buffer.from(
        '80c900010000000780c8000600001234e8a5c1808000000000015f90000000010000000181ca000300001234010378797a00',
        'hex',
      ),
    ],
    run(input) {
      const report = parseSenderReport(input)
      if (report && !Number.isSafeInteger(report.ntpUs)) throw new Error(`time ${report.ntpUs}`)
    },
  },
  packetStreamTarget('H.264 depacketiser', recordings[0], 0),
  packetStreamTarget('AAC depacketiser', recordings[0], 2),
  packetStreamTarget('H.265 depacketiser', recordings[1], 0),
  packetStreamTarget('G.711 depacketiser', recordings[1], 2),
  { name: 'H.264 SPS', corpus: [videoOf('h264').sps], run: (input) => readSps(input, 'h264') },
  { name: 'H.265 SPS', corpus: [videoOf('h265').sps], run: (input) => readSps(input, 'h265') },
  {
    name: 'AAC configuration',
    corpus: [Buffer.from('1408', 'hex'), Buffer.from('2b8a08005010', 'hex'), Buffer.from('f80fff', 'hex')],
    run: (input) => void parseAacConfig(input),
  },
  {
    name: 'feed frames',
    corpus: [
      control({ type: 'watch', stream: 1 }),
      control({ type: 'hello', token: 'x', pid: 1 }),
      control({ type: 'desired', revision: 1, streams: [{ stream: 1, key: 'a', url: 'rtsp://a/' }] }),
      Buffer.concat([framePrefix(1, 40), Buffer.alloc(40)]),
    ],
    run: readFeed,
  },
  ...recordTargets,
]
