import { expect, it } from 'vitest'

import { Blocks } from '../blocks.ts'
import { CameraStream } from '../ingest/camera-stream.ts'
import type { Depacketizer } from '../rtp/depacketizer.ts'
import { h264Depacketizer } from '../rtp/h264.ts'
import { parseRtp } from '../rtp/packet.ts'
import { packetizeH264, rtpPacket } from '../rtp/testing/packetize.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { GopMemory } from './gop-memory.ts'
import { readHeader } from './message.ts'

const SPS = Buffer.from('6742c01fda014016ec0440000003004000000c83c60c6580', 'hex')
const PPS = Buffer.from('68ce3c80', 'hex')
const GOPS = 20
const GOP_FRAMES = 5
const PICTURE_BYTES = 30_000
const MTU = 1400

it('a viewer who comes late gets the GOP as it was sent, though the memory of the GOPs before it is used again', () => {
  const standing = new Set<ArrayBufferLike>()
  let depacketizer: Depacketizer | undefined
  const camera = new CameraStream({
    stream: 1,
    target: { url: 'rtsp://camera.example/', transport: 'tcp' },
    clock: new ManualClock(),
    open(_target, events, { takeBlock }) {
      const sink = {
        ...events,
        accessUnit(unit: Parameters<typeof events.accessUnit>[0]) {
          for (const nal of unit.units) standing.add(nal.buffer)
          events.accessUnit(unit)
        },
        unusable: (detail: string) => expect.unreachable(detail),
      }
      depacketizer = h264Depacketizer(sink, [SPS, PPS], takeBlock)
      return { close: () => {} }
    },
    onMessage: () => {},
    onStatus: () => {},
  })
  camera.start()

  let sequence = 0
  let sinceKey: Buffer[] = []
  for (let frame = 0; frame < GOPS * GOP_FRAMES; frame++) {
    const isKey = frame % GOP_FRAMES === 0
    const head = Buffer.from(isKey ? [0x65, 0x88] : [0x41, 0x9a])
    const nal = Buffer.concat([head, Buffer.alloc(PICTURE_BYTES, frame)])
    sinceKey = isKey ? [nal] : [...sinceKey, nal]
    const payloads = packetizeH264(nal, MTU)
    for (const [i, payload] of payloads.entries()) {
      const marker = i === payloads.length - 1
      const packet = parseRtp(rtpPacket({ sequence: sequence++, timestamp: 0, marker, payload }))
      if (packet) depacketizer?.push(packet, frame * 40_000, frame * 40_000 + 5000, false)
    }
    if ((frame + 1) % GOP_FRAMES > 0) continue
    const [, ...pictures] = camera.burst()
    expect(pictures.map(nalOf)).toEqual(sinceKey)
  }
  const blocksOfGop = Math.ceil((GOP_FRAMES * PICTURE_BYTES) / (64 << 10))
  expect(standing.size).toBeLessThanOrEqual(3 * blocksOfGop)
})

it('what too many pictures without a key frame stand in is left to the garbage collector', () => {
  const blocks = new Blocks()
  const memory = new GopMemory(blocks)
  const first = memory.takeBlock(1 << 20)
  for (let more = 0; more < 40; more++) memory.takeBlock(1 << 20)
  const key = memory.takeBlock(1 << 20)
  memory.forgetBefore(key)
  const taken = Array.from({ length: 50 }, () => blocks.take(1 << 20))
  expect(taken.includes(first)).toBe(false)
})

it('what is not of its blocks gives none back', () => {
  const blocks = new Blocks()
  const memory = new GopMemory(blocks)
  const taken = [memory.takeBlock(1), memory.takeBlock(1)]
  memory.forgetBefore(Buffer.alloc(1))
  expect(taken.includes(blocks.take(1))).toBe(false)
})

function nalOf(message: Buffer): Buffer {
  return message.subarray((readHeader(message)?.dataOffset ?? 0) + 4)
}
