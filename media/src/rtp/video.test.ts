import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readRecording, receive } from '../rtsp/testing/recording.ts'
import type { Depacketizer } from './depacketizer.ts'
import { h264Depacketizer } from './h264.ts'
import { h265Depacketizer } from './h265.ts'
import { parseRtp, RtpPacket } from './packet.ts'
import { collect, packetizeH264, packetizeH265, rtpPacket } from './testing/packetize.ts'

const SPS = Buffer.from('6742c016da0280bfe5c05a8303035280000003008000000f478b1750', 'hex')
const SPS_720P = Buffer.from('6742c01fda014016ec0440000003004000000c83c60c6580', 'hex')
const PPS = Buffer.from('68ce3c80', 'hex')
const SEI = Buffer.from('0605ff', 'hex')
const DELIMITER = Buffer.from('09f0', 'hex')
const FILLER = Buffer.from('0cff80', 'hex')
const idr = (fill: number, size = 50): Buffer =>
  Buffer.concat([Buffer.from([0x65, 0x88]), Buffer.alloc(size, fill)])
const slice = (fill: number, size = 20): Buffer =>
  Buffer.concat([Buffer.from([0x41, 0x9a]), Buffer.alloc(size, fill)])

/** What stands around a packet in one read: were any of it taken along, it would look like the start of a picture. */
const OTHERS = Buffer.alloc(8, 0x67)

/** Feeds access units as a camera would send them; a payload `undefined` is one that was lost. */
class Sender {
  readonly #depacketizer: Depacketizer
  /** Read into again and again, as with a session. */
  readonly #packet = new RtpPacket()
  #sequence = 0
  #isAfterLoss = false

  constructor(depacketizer: Depacketizer) {
    this.#depacketizer = depacketizer
  }

  send(timestampUs: number, payloads: (Buffer | undefined)[], hasMarker = true): void {
    payloads.forEach((payload, i) => {
      const marker = hasMarker && i === payloads.length - 1
      const sequence = this.#sequence++
      if (payload) {
        const sent = rtpPacket({ sequence, timestamp: 0, marker, payload })
        const read = Buffer.concat([OTHERS, sent, OTHERS])
        const packet = parseRtp(read, OTHERS.length, OTHERS.length + sent.length, this.#packet)
        if (packet) this.#depacketizer.push(packet, timestampUs, timestampUs + 1, this.#isAfterLoss)
      }
      this.#isAfterLoss = payload === undefined
    })
  }
}

function h264(sets: Buffer[] = [SPS, PPS]) {
  const sink = collect()
  return { sink, sender: new Sender(h264Depacketizer(sink, sets)) }
}

function stapA(...nals: Buffer[]): Buffer {
  const sized = nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal])
  return Buffer.concat([Buffer.from([24]), ...sized])
}

test('what GStreamer sent as H.264 with AAC comes out frame by frame', () => {
  const { formats, units, lost } = receive(readRecording('h264-aac'))
  const video = units.filter(({ kind }) => kind === 'video')
  const audio = units.filter(({ kind }) => kind === 'audio')
  expect(formats.map(({ rfc6381 }) => rfc6381)).toEqual(['mp4a.40.2', 'avc1.42c016'])
  expect(formats[1]).toMatchObject({ width: 640, height: 360, maxReorderFrames: 0 })
  expect([video.length, video.filter(({ isKey }) => isKey).length, audio.length, lost]).toEqual([
    35, 2, 36, 0,
  ])
  const steps = video.slice(1).map((unit, i) => unit.timestampUs - (video[i]?.timestampUs ?? 0))
  expect(new Set(steps)).toEqual(new Set([66_666, 66_667]))
  const audioSteps = audio.slice(1).map((unit, i) => unit.timestampUs - (audio[i]?.timestampUs ?? 0))
  expect(new Set(audioSteps)).toEqual(new Set([64_000]))
  const types = new Set(video.flatMap((unit) => unit.units.map((nal) => nal.readUInt8(0) & 0x1f)))
  expect(types).toEqual(new Set([1, 5, 6]))
})

test('what GStreamer sent as H.265 with G.711 comes out frame by frame', () => {
  const { formats, units } = receive(readRecording('h265-pcmu'))
  const video = units.filter(({ kind }) => kind === 'video')
  expect(formats.map(({ rfc6381 }) => rfc6381)).toEqual(['ulaw', 'hvc1.1.6.L63.90'])
  expect(formats[1]).toMatchObject({ width: 640, height: 360 })
  expect(video.map(({ isKey }) => isKey)).toEqual([true, ...Array.from({ length: 17 }, () => false)])
})

test('after a lost packet the pictures go on, marked until the next key frame that is whole', () => {
  const recording = readRecording('h264-aac')
  const whole = receive(recording).units.filter(({ kind }) => kind === 'video')
  const secondKey = whole.findIndex((unit, i) => i > 0 && unit.isKey)
  const { units, lost } = receive(recording, (packet) => packet !== 20)
  const video = units.filter(({ kind }) => kind === 'video')
  expect(lost).toBe(1)
  expect(video.length).toBeGreaterThanOrEqual(whole.length - 1)
  expect(video.slice(-(whole.length - secondKey))).toEqual(whole.slice(secondKey))
  const marks = video
    .slice(0, video.length - (whole.length - secondKey))
    .map((unit) => unit.isDamaged === true)
  expect(marks.slice(marks.indexOf(true))).not.toContain(false)
  expect(marks).toContain(true)
})

test('of a stream that loses three packets of a hundred nearly all pictures come, those with a fault marked', () => {
  const { sink, sender } = h264()
  let packet = 0
  for (let picture = 0; picture < 500; picture++) {
    const nal = picture % 50 === 0 ? idr(picture, 3000) : slice(picture, 500)
    const payloads = packetizeH264(nal, 120).map((payload) => (++packet % 33 === 7 ? undefined : payload))
    sender.send(picture * 40_000, payloads)
  }
  const whole = sink.units.filter(({ isDamaged }) => isDamaged !== true)
  expect(sink.units.length).toBeGreaterThan(400)
  expect(whole.length).toBeGreaterThan(0)
  expect(whole.length).toBeLessThan(sink.units.length)
})

test('an access unit ends at its marker, or when the next time stamp comes', () => {
  const { sink, sender } = h264()
  sender.send(0, [idr(1), idr(2)])
  expect(sink.units).toHaveLength(1)
  sender.send(40_000, [slice(3), slice(4)], false)
  expect(sink.units).toHaveLength(1)
  sender.send(80_000, [slice(5)], false)
  expect(sink.units.map(({ timestampUs, units }) => [timestampUs, units.length])).toEqual([
    [0, 2],
    [40_000, 2],
  ])
  expect(sink.units[1]?.arrivalUs).toBe(40_001)
})

test('a marker behind SEI alone does not cut the picture off', () => {
  const { sink, sender } = h264()
  sender.send(0, [SEI])
  sender.send(0, [idr(1)])
  expect(sink.units.map(({ units }) => units)).toEqual([[SEI, idr(1)]])
})

test('parameter sets, delimiters and filler are taken out, aggregated or alone', () => {
  const { sink, sender } = h264([])
  sender.send(0, [DELIMITER, stapA(SPS, PPS, SEI), FILLER, idr(1)])
  expect(sink.units.map(({ units }) => units)).toEqual([[SEI, idr(1)]])
})

test('a format is told when the parameter sets change, and not when they are only repeated', () => {
  const { sink, sender } = h264()
  sender.send(0, [SPS, PPS, idr(1)])
  sender.send(40_000, [SPS, PPS, idr(2)])
  expect(sink.formats).toHaveLength(1)
  sender.send(80_000, [SPS_720P, PPS, idr(3)])
  expect(sink.formats.map((format) => format.kind === 'video' && [format.width, format.height])).toEqual([
    [640, 360],
    [1280, 720],
  ])
})

test('several picture parameter sets are one format, and do not make a new one at each key frame', () => {
  const second = Buffer.from('685ce3c8', 'hex')
  const { sink, sender } = h264()
  sender.send(0, [SPS, PPS, second, idr(1)])
  sender.send(40_000, [SPS, PPS, second, idr(2)])
  expect(sink.formats).toMatchObject([{ pps: PPS, otherPps: [second] }])
})

test('a stream that begins amid a group of pictures waits for its key frame', () => {
  const { sink, sender } = h264()
  sender.send(0, [slice(1)])
  sender.send(40_000, [idr(2)])
  expect(sink.units.map(({ isKey }) => isKey)).toEqual([true])
})

test('a loss right before a unit that begins with its parameter sets leaves it whole', () => {
  const { sink, sender } = h264()
  sender.send(0, [idr(1)])
  sender.send(40_000, [slice(2), undefined])
  sender.send(80_000, [SPS, PPS, idr(3)])
  expect(sink.units.map(({ timestampUs, isDamaged }) => [timestampUs, isDamaged])).toEqual([
    [0, undefined],
    [40_000, true],
    [80_000, undefined],
  ])
})

test.each([
  ['the start', 0, []],
  ['the middle', 1, [40_000]],
  ['the end', 2, [40_000]],
])(
  'a key frame that lost %s of a fragmented unit is kept as far as it begins, and all that refers to it',
  (_, lost, kept) => {
    const { sink, sender } = h264()
    const payloads = packetizeH264(idr(7, 250), 100)
    expect(payloads).toHaveLength(3)
    sender.send(0, [idr(1)])
    sender.send(
      40_000,
      payloads.map((payload, i) => (i === lost ? undefined : payload)),
    )
    sender.send(80_000, [slice(2)])
    sender.send(120_000, [idr(3)])
    const damaged = sink.units.filter(({ isDamaged }) => isDamaged === true)
    expect(damaged.map(({ timestampUs }) => timestampUs)).toEqual([...kept, 80_000])
    const whole = sink.units.filter(({ isDamaged }) => isDamaged !== true)
    expect(whole.map(({ timestampUs }) => timestampUs)).toEqual([0, 120_000])
  },
)

test('a NAL unit over 8 MB or an access unit of more than 1024 is dropped, and the stream goes on', () => {
  const { sink, sender } = h264()
  sender.send(0, packetizeH264(idr(1, 9 << 20), 60_000))
  sender.send(
    40_000,
    Array.from({ length: 1025 }, () => idr(2, 4)),
  )
  sender.send(80_000, [idr(3)])
  expect(sink.units.map(({ timestampUs }) => timestampUs)).toEqual([80_000])
})

test('a picture beyond 8192 × 8192 is refused with the set that claims it', () => {
  const { sink, sender } = h264([])
  sender.send(0, [Buffer.from('6742c01ff400200100080', 'hex'), PPS, idr(1)])
  expect(sink.units).toEqual([])
  expect(sink.refusals).toHaveLength(1)
})

test('what is kept does not hold the buffers it was received in', () => {
  const { sink, sender } = h264()
  const socketBuffer = Buffer.concat([Buffer.alloc(60_000), slice(1, 100)])
  sender.send(0, [idr(1, 20_000)])
  sender.send(40_000, [socketBuffer.subarray(60_000)])
  for (const unit of sink.units.flatMap(({ units }) => units))
    expect(unit.buffer).not.toBe(socketBuffer.buffer)
})

const nalOf = (heads: number[][]) =>
  fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ minLength: 1, maxLength: 700 }))
    .map(([head, body]) => Buffer.concat([Buffer.from(head), Buffer.from(body)]))

test('H.264: packetise, then depacketise, is the same', () => {
  fc.assert(
    fc.property(
      fc.array(nalOf([[0x41], [0x65], [0x06]]), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 10, max: 300 }),
      (nals, mtu) => {
        const { sink, sender } = h264()
        const sent = [idr(0), ...nals]
        sender.send(
          0,
          sent.flatMap((nal) => packetizeH264(nal, mtu)),
        )
        expect(sink.units.map(({ units }) => units)).toEqual([sent])
      },
    ),
  )
})

test('H.265: packetise, then depacketise, is the same', () => {
  const format = receive(readRecording('h265-pcmu')).formats[1]
  if (format?.kind !== 'video' || !format.vps) throw new Error('no H.265 in the recording')
  const sets = [format.vps, format.sps, format.pps]
  fc.assert(
    fc.property(
      fc.array(
        nalOf([
          [0x02, 1],
          [0x26, 1],
          [0x4e, 1],
        ]),
        { minLength: 1, maxLength: 8 },
      ),
      fc.integer({ min: 10, max: 300 }),
      (nals, mtu) => {
        const sink = collect()
        const sent = [Buffer.from([0x26, 1, 0xaf]), ...nals]
        new Sender(h265Depacketizer(sink, sets)).send(
          0,
          sent.flatMap((nal) => packetizeH265(nal, mtu)),
        )
        expect(sink.units.map(({ units }) => units)).toEqual([sent])
      },
    ),
  )
})

test('arbitrary payloads never crash a depacketiser, and never begin amid a group of pictures', () => {
  const payload = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(payload, fc.boolean(), fc.nat({ max: 3 })), { maxLength: 60 }),
      (packets) => {
        for (const open of [h264Depacketizer, h265Depacketizer]) {
          const sink = collect()
          const sender = new Sender(open(sink, [SPS, PPS]))
          for (const [bytes, marker, time] of packets) sender.send(time, [bytes], marker)
          expect(sink.units[0]?.isKey).not.toBe(false)
        }
      },
    ),
  )
})

test('a packet that ends early takes nothing of what stands behind it in the read', () => {
  const { sink, sender } = h264()
  sender.send(0, [idr(1)])
  // The size of a NAL unit, and no NAL unit.
  sender.send(40_000, [undefined, Buffer.from('180000', 'hex'), idr(2)])
  expect(sink.units.map(({ isDamaged = false }) => isDamaged)).toEqual([false, true])
})
