import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { AccessUnit } from '../access-unit.ts'
import { GopCache } from '../live/gop-cache.ts'
import { Packager } from '../live/packager.ts'
import { rtpPacket } from '../rtp/testing/packetize.ts'
import { MAX_FRAME_BYTES } from '../feed/frames.ts'
import { footage } from '../testing/footage.ts'
import { epochsOf } from '../testing/live-recording.ts'
import { parseSdp } from './sdp.ts'
import { TrackReceiver } from './track-receiver.ts'

/** All that a shard keeps of one stream. */
class Ingested {
  readonly messages: Buffer[] = []
  units = 0
  largest = 0
  #sequence = 0
  #arrivalUs = 0
  readonly #cache = new GopCache()
  readonly #packager: Packager
  readonly #receiver: TrackReceiver

  constructor(codec: 'H264' | 'H265', { keepsMessages = false } = {}) {
    this.#packager = new Packager(1, (message) => {
      this.largest = Math.max(this.largest, message.size)
      if (keepsMessages) this.messages.push(message.bytes())
      else epochsOf(message.header.type === 1 ? [message.bytes()] : [])
      this.#cache.push(message)
    })
    const sdp = parseSdp(`m=video 0 RTP/AVP 96\na=rtpmap:96 ${codec}/90000`)
    const media = sdp.ok ? sdp.description.media[0] : undefined
    if (!media) throw new Error('no media')
    this.#receiver = new TrackReceiver(media, {
      format: (format) => this.#packager.format(format),
      accessUnit: (unit: AccessUnit) => {
        this.units++
        this.#packager.accessUnit(unit)
      },
      packetsLost() {},
      senderReport() {},
      unusable() {},
    })
  }

  take(
    payload: Buffer,
    { timestamp = 0, marker = false, ssrc = 0x1234, sequence = this.#sequence++ } = {},
  ): void {
    const packet = rtpPacket({ payload, timestamp, marker, sequence })
    packet.writeUInt32BE(ssrc, 8)
    this.#receiver.rtp(packet, (this.#arrivalUs += 1000))
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

function usedBytes(): number {
  if (typeof collectGarbage !== 'function') throw new Error('no garbage collector to call')
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A NAL unit may be kept up to 8 MB, and what its pieces hold alive up to four times that. */
const MAX_KEPT_BYTES = 48 << 20

const { sps, pps, pictures } = footage('plain')
const idr = pictures[0]?.units[0] ?? Buffer.alloc(0)
const START = 0x80
const END = 0x40

test.each<[string, (to: Ingested) => void]>([
  [
    'a million begins of fragments',
    (to) => {
      for (let i = 0; i < 1_000_000; i++) to.take(Buffer.from([28, START | 5, 1]), { timestamp: i })
    },
  ],
  [
    'a fragment without an end',
    (to) => {
      to.take(Buffer.from([28, START | 5, 1]))
      for (let i = 0; i < 40_000; i++) to.take(Buffer.alloc(1400, 5).fill(28, 0, 1))
    },
  ],
  [
    'NAL units of 64 KB in one picture without an end',
    (to) => {
      for (let i = 0; i < 2000; i++) to.take(Buffer.alloc(65_000, 0x41))
    },
  ],
  [
    'NAL units of nothing, by the million, in one picture without an end',
    (to) => {
      const aggregate = Buffer.alloc(1 + 2 * 600).fill(24, 0, 1)
      for (let i = 0; i < 2000; i++) to.take(aggregate)
    },
  ],
  [
    'another source with every packet',
    (to) => {
      for (let i = 0; i < 200_000; i++) to.take(idr, { ssrc: i, timestamp: i * 3600, marker: true })
    },
  ],
  [
    'one group of pictures without an end',
    (to) => {
      for (const set of [sps, pps]) to.take(set)
      to.take(idr, { marker: true })
      for (let i = 1; i < 900; i++) to.take(Buffer.alloc(64_000, 0x41), { timestamp: i * 3600, marker: true })
    },
  ],
])('%s is not kept', (_, flood) => {
  const ingested = new Ingested('H264')
  const before = usedBytes()
  flood(ingested)
  expect(usedBytes() - before).toBeLessThan(MAX_KEPT_BYTES)
  // Still in use, so that what it keeps was counted.
  expect(ingested.messages).toEqual([])
})

test('no picture is larger than a frame of the feed, which would end the shard', () => {
  const ingested = new Ingested('H264')
  for (const set of [sps, pps]) ingested.take(set)
  for (let i = 0; i < 300; i++) ingested.take(Buffer.alloc(65_000, 0x65), { marker: i === 299 })
  ingested.take(Buffer.alloc(7, 0x65), { timestamp: 3600, marker: true })
  for (let i = 0; i < 120; i++)
    ingested.take(Buffer.alloc(65_000, 0x65), { timestamp: 30_000, marker: i === 119 })
  expect(ingested.units).toBe(2)
  expect(ingested.largest).toBeGreaterThan(7_000_000)
  expect(ingested.largest).toBeLessThan(MAX_FRAME_BYTES)
})

test('parameter sets without end do not all go into the configuration', () => {
  const ingested = new Ingested('H264')
  ingested.take(sps)
  for (let i = 0; i < 127; i++) {
    // pic_parameter_set_id 127 … 253: seven zeros, then eight bits.
    const set = Buffer.alloc(4000, 0x68)
    set.writeUInt16BE((128 + i) << 1, 1)
    ingested.take(set)
  }
  ingested.take(idr, { marker: true })
  expect(ingested.largest).toBeGreaterThan(8000)
  expect(ingested.largest).toBeLessThan(40_000)
})

test('a format that changes with every picture makes no more than four epochs a second', () => {
  const ingested = new Ingested('H264', { keepsMessages: true })
  for (let i = 0; i < 500; i++) {
    // The level is another each time.
    const changed = Buffer.from(sps)
    changed.writeUInt8(10 + (i % 2), 3)
    for (const set of [changed, pps]) ingested.take(set, { timestamp: i * 360 })
    ingested.take(idr, { timestamp: i * 360, marker: true })
  }
  expect(ingested.units).toBe(500)
  const seconds = (500 * 3) / 1000
  expect(epochsOf(ingested.messages).length).toBeLessThanOrEqual(4 * seconds + 1)
})

test('whatever packets come, what reaches a viewer is whole', () => {
  const payload = fc.oneof(
    fc.constantFrom(sps, pps, idr, ...pictures.slice(1, 4).flatMap(({ units }) => units)),
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .tuple(fc.constantFrom(START, END, 0), fc.nat({ max: 31 }))
      .map(([flag, type]) => Buffer.from([28, flag | type, 1, 2])),
    fc.constant(Buffer.alloc(65_000, 0x65)),
  )
  const packet = fc.record({
    payload,
    marker: fc.boolean(),
    step: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(0, 3600) },
      { weight: 1, arbitrary: fc.integer() },
    ),
    skip: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.nat({ max: 65_535 }) },
    ),
    ssrc: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat() }),
  })
  fc.assert(
    fc.property(
      fc.array(packet, { maxLength: 80 }),
      fc.constantFrom('H264' as const, 'H265' as const),
      (packets, codec) => {
        const ingested = new Ingested(codec, { keepsMessages: true })
        let timestamp = 0
        let sequence = 0
        for (const one of packets) {
          timestamp += one.step
          sequence += one.skip
          ingested.take(one.payload, { marker: one.marker, timestamp, sequence, ssrc: one.ssrc })
        }
        for (const epoch of epochsOf(ingested.messages)) expect(epoch.pictures).toBeGreaterThan(0)
      },
    ),
  )
})
