import { beforeEach, expect, test } from 'vitest'

import { packetizeH264, rtpPacket } from '../rtp/testing/packetize.ts'
import { parseSdp } from '../rtsp/sdp.ts'
import { readRecording, receive } from '../rtsp/testing/recording.ts'
import { TrackReceiver } from '../rtsp/track-receiver.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { epochsOf } from '../testing/live-recording.ts'
import { Packager } from './packager.ts'

/** Streams as cameras send them on bad days, from their packets to what ffmpeg decodes of the messages. */
const FRAME_TICKS = 3600
const FRAME_US = 40_000

const small = footage('plain')
const smallPictures = small.pictures.map(({ units }) => units)
const GOP = 25

let messages: Buffer[]
let receiver: TrackReceiver
let sequence: number
let ssrc: number
let arrivalUs: number

beforeEach(() => {
  messages = []
  sequence = 65_000
  ssrc = 1
  arrivalUs = 1_767_225_600_000_000
  const packager = new Packager(1, (message) => messages.push(message.bytes()))
  const sdp = parseSdp('m=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000')
  const media = sdp.ok ? sdp.description.media[0] : undefined
  if (!media) throw new Error('no media')
  receiver = new TrackReceiver(media, {
    format: (format) => packager.format(format),
    accessUnit: (unit) => packager.accessUnit(unit),
    packetsLost() {},
    senderReport() {},
    unusable() {},
  })
})

function send(nals: Buffer[], timestamp: number): void {
  const payloads = nals.flatMap((nal) => packetizeH264(nal, 1200))
  payloads.forEach((payload, i) => {
    const packet = rtpPacket({ payload, timestamp, sequence: sequence++, marker: i === payloads.length - 1 })
    packet.writeUInt32BE(ssrc, 8)
    receiver.rtp(packet, arrivalUs)
  })
  arrivalUs += FRAME_US
}

/** So many pictures of the small stream from a key frame on, at 25 fps. */
function sendSmall(count: number, timestamp: number, sets: Buffer[] = [small.sps, small.pps]): void {
  smallPictures.slice(0, count).forEach((units, i) => {
    send(i === 0 ? [...sets, ...units] : units, timestamp + i * FRAME_TICKS)
  })
}

/** Each epoch by its size and number of pictures, all of which ffmpeg decodes without a word, one after the other. */
async function decoded(): Promise<[width: number, pictures: number][]> {
  const found: [number, number][] = []
  for (const { bytes, format, pictures } of epochsOf(messages)) {
    const probed = await ffprobe(bytes)
    expect(probed.complaints).toBe('')
    expect(probed.pictures).toHaveLength(pictures)
    expect(probed.pictures).toEqual([...new Set(probed.pictures)].sort((a, b) => a - b))
    found.push([format.width, pictures])
  }
  return found
}

test('parameter sets that come late begin the stream, at the key frame that they come with', async () => {
  sendSmall(GOP, 0, [])
  sendSmall(GOP, GOP * FRAME_TICKS)
  expect(await decoded()).toEqual([[160, GOP]])
})

test('a camera that changes its resolution goes on in another epoch', async () => {
  const recorded = receive(readRecording('h264-aac'))
  const format = recorded.formats.find((one) => one.kind === 'video')
  if (format?.kind !== 'video') throw new Error('no video in the recording')
  const pictures = recorded.units.filter(({ kind }) => kind === 'video').slice(0, 10)
  sendSmall(GOP, 0)
  pictures.forEach(({ units }, i) => {
    const sets = i === 0 ? [format.sps, format.pps] : []
    send([...sets, ...units], (GOP + i) * FRAME_TICKS)
  })
  sendSmall(GOP, (GOP + 10) * FRAME_TICKS)
  expect(await decoded()).toEqual([
    [160, GOP],
    [format.width, 10],
    [160, GOP],
  ])
})

test.each([
  ['ahead by 11 s', 11 * 90_000],
  ['ahead by an hour', 3600 * 90_000],
  ['back by a second', -90_000],
  ['back by 11 s', -11 * 90_000],
])(
  'time stamps that jump %s amid a group of pictures go on in another epoch at its next key frame',
  async (_, by) => {
    sendSmall(GOP, 50_000_000)
    const sets = [small.sps, small.pps]
    smallPictures.forEach((units, i) => {
      const jump = i < 10 ? 0 : by
      send(i % GOP === 0 ? [...sets, ...units] : units, 50_000_000 + (GOP + i) * FRAME_TICKS + jump)
    })
    expect(await decoded()).toEqual([
      [160, GOP + 10],
      [160, GOP],
    ])
  },
)

test('time stamps that wrap do not jump', async () => {
  sendSmall(GOP, 2 ** 32 - 10 * FRAME_TICKS)
  sendSmall(GOP, 2 ** 32 + (GOP - 10) * FRAME_TICKS)
  expect(await decoded()).toEqual([[160, 2 * GOP]])
})

test('another source in the same session goes on at its first key frame', async () => {
  sendSmall(GOP, 5_000_000)
  ssrc = 2
  sequence = 17
  sendSmall(GOP, 4_000_000_000)
  expect(await decoded()).toEqual([
    [160, GOP],
    [160, GOP],
  ])
})

test('a picture carries the time of the camera as soon as a sender report told it, and not that of another source', () => {
  const walls: (number | undefined)[] = []
  const sdp = parseSdp('m=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000')
  const media = sdp.ok ? sdp.description.media[0] : undefined
  if (!media) throw new Error('no media')
  receiver = new TrackReceiver(media, {
    format() {},
    accessUnit: ({ wallClockUs }) => walls.push(wallClockUs),
    packetsLost() {},
    senderReport() {},
    unusable() {},
  })
  sendSmall(1, 90_000)
  const report = Buffer.from('80c8000600000001e8a5c1808000000000015f900000000100000001', 'hex')
  receiver.rtcp(report)
  send(smallPictures[1] ?? [], 90_000 + FRAME_TICKS)
  ssrc = 2
  sendSmall(1, 90_000 + 2 * FRAME_TICKS)
  const reportedUs = (0xe8a5c180 - 2_208_988_800) * 1_000_000 + 500_000
  expect(walls).toEqual([undefined, reportedUs + FRAME_US, undefined])
})
