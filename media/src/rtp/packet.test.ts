import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseRtp } from './packet.ts'
import { parseSenderReport } from './rtcp.ts'
import { SequenceTracker } from './sequence.ts'
import { rtpPacket } from './testing/packetize.ts'
import { RtpTimeline } from './timeline.ts'

test('contributing sources, extension and padding are taken off', () => {
  const head = Buffer.from('b2e0123400000064000000070000000100000002bede00010a0b0c0d', 'hex')
  const packet = Buffer.concat([head, Buffer.from('payload'), Buffer.from([0, 0, 3])])
  expect(parseRtp(packet)).toMatchObject({
    marker: true,
    payloadType: 96,
    sequence: 0x1234,
    timestamp: 100,
    ssrc: 7,
    payload: Buffer.from('payload'),
  })
})

test('what is malformed or empty is no packet', () => {
  const good = rtpPacket({ sequence: 1, timestamp: 1, marker: false, payload: Buffer.from('x') })
  expect(parseRtp(good)).toBeDefined()
  expect(parseRtp(good.subarray(0, 12))).toBeUndefined()
  expect(parseRtp(good.subarray(0, 5))).toBeUndefined()
  const withFirstByte = (first: number): Buffer => Buffer.concat([Buffer.from([first]), good.subarray(1)])
  expect(parseRtp(withFirstByte(0x40))).toBeUndefined()
  expect(parseRtp(withFirstByte(0x8f))).toBeUndefined()
  expect(parseRtp(withFirstByte(0x90))).toBeUndefined()
  expect(parseRtp(withFirstByte(0xa0))).toBeUndefined()
})

test('arbitrary bytes are a packet or none, a report or none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const packet = Buffer.from(bytes)
      expect(parseRtp(packet)?.payload.length).not.toBe(0)
      expect(parseSenderReport(packet)?.ntpUs).not.toBeNaN()
    }),
  )
})

test('lost packets are counted over the wrap of the sequence number', () => {
  const tracker = new SequenceTracker()
  const steps = [65_534, 65_535, 0, 4, 5].map((sequence) => tracker.step(sequence, 1))
  expect(steps.map((step) => (step.kind === 'gap' ? step.lost : step.kind))).toEqual([
    'next',
    'next',
    'next',
    3,
    'next',
  ])
})

test('a repeated packet is late, two in a row from elsewhere or another source are a restart', () => {
  const tracker = new SequenceTracker()
  const steps = [100, 101, 101, 102, 40_000, 103, 20, 21, 22].map(
    (sequence) => tracker.step(sequence, 1).kind,
  )
  expect(steps).toEqual(['next', 'next', 'late', 'next', 'late', 'next', 'late', 'restart', 'next'])
  expect(tracker.step(5000, 2).kind).toBe('restart')
  expect(tracker.step(5001, 2).kind).toBe('next')
})

test('time stamps run on past their wrap, and back where the camera steps back', () => {
  const timeline = new RtpTimeline(90_000)
  const start = timeline.advance(0xffff_ffff - 89_999)
  expect(timeline.advance(0) - start).toBe(1_000_000)
  expect(timeline.advance(90_000) - start).toBe(2_000_000)
  expect(timeline.advance(0) - start).toBe(1_000_000)
  expect(timeline.at(45_000) - start).toBe(1_500_000)
})

test('a sender report is found behind other reports and gives the time since 1970', () => {
  const receiverReport = Buffer.from('80c9000100000007', 'hex')
  const report = Buffer.from('80c8000600000007e8a5c1808000000000015f900000000100000002', 'hex')
  const found = parseSenderReport(Buffer.concat([receiverReport, report]))
  expect(found).toEqual({
    ntpMiddle: 0xc1808000,
    ntpUs: (0xe8a5c180 - 2_208_988_800) * 1_000_000 + 500_000,
    rtpTimestamp: 90_000,
  })
  expect(parseSenderReport(report.subarray(0, 27))).toBeUndefined()
  const unset = Buffer.from('80c80006000000070000000000000000000000000000000100000002', 'hex')
  expect(parseSenderReport(unset)).toBeUndefined()
})
