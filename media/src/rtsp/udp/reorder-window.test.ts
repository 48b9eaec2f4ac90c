import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RtpPacket } from '../../rtp/packet.ts'
import { SequenceTracker } from '../../rtp/sequence.ts'
import { ManualTimers } from '../testing/manual-timers.ts'
import { ReorderWindow } from './reorder-window.ts'

const packet = (sequence: number, ssrc = 1): RtpPacket =>
  Object.assign(new RtpPacket(), { payloadType: 96, sequence: sequence & 0xffff, ssrc })

function open() {
  const timers = new ManualTimers()
  const tracker = new SequenceTracker()
  const delivered: number[] = []
  let lost = 0
  const window = new ReorderWindow({
    timers,
    deliver({ sequence, ssrc }) {
      const step = tracker.step(sequence, ssrc)
      if (step.kind === 'late') return false
      if (step.kind === 'gap') lost += step.lost
      delivered.push(sequence)
      return true
    },
  })
  const push = (...sequences: number[]): void => sequences.forEach((one) => window.push(packet(one), 0))
  return { timers, delivered, lost: () => lost, window, push }
}

test('packets that overtook one another are put in order, past the wrap too', () => {
  const { push, delivered, lost } = open()
  push(65_533, 65_535, 65_534, 1, 0, 3, 2)
  expect(delivered).toEqual([65_533, 65_534, 65_535, 0, 1, 2, 3])
  expect(lost()).toBe(0)
})

test('a missing packet is waited for 100 ms, and what was held comes then', () => {
  const { push, delivered, timers, lost } = open()
  push(1, 3, 4, 6)
  timers.advance(99)
  expect(delivered).toEqual([1])
  timers.advance(1)
  expect(delivered).toEqual([1, 3, 4])
  timers.advance(100)
  expect(delivered).toEqual([1, 3, 4, 6])
  push(2, 5)
  expect(delivered).toEqual([1, 3, 4, 6])
  expect(lost()).toBe(2)
})

test('repeated and late packets do not begin the stream anew', () => {
  const { push, delivered } = open()
  push(10, 11, 12, 10, 11, 12, 13)
  expect(delivered).toEqual([10, 11, 12, 13])
})

test('a source that begins anew is followed', () => {
  const { push, window, delivered } = open()
  push(10, 11, 40_000, 40_001, 40_002)
  expect(delivered).toEqual([10, 11, 40_001, 40_002])
  window.push(packet(7, 2), 0)
  window.push(packet(9, 2), 0)
  window.push(packet(8, 2), 0)
  expect(delivered.slice(4)).toEqual([7, 8, 9])
})

test('any order within the window comes out in order, with nothing lost or repeated', () => {
  const shuffled = fc
    .array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 300 })
    .map((delays) =>
      delays.map((delay, i) => ({ at: i + delay, i })).sort((a, b) => a.at - b.at || a.i - b.i),
    )
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 0, max: 65_535 }), (order, start) => {
      const { push, delivered, lost } = open()
      push(start - 1, ...order.map(({ i }) => start + i))
      const expected = Array.from({ length: order.length + 1 }, (_, i) => (start - 1 + i) & 0xffff)
      expect(delivered).toEqual(expected)
      expect(lost()).toBe(0)
    }),
  )
})
