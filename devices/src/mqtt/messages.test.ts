import fc from 'fast-check'
import { expect, it } from 'vitest'

import { kindOfTopic, MAX_PAYLOAD_BYTES, readMessage, topicOf } from './messages.ts'
import { PacketLimit } from './packet-limit.ts'

const kinds = ['status', 'info', 'sensors', 'scan', 'upgrade'] as const

it('whatever a device sends is read or refused with a short reason', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({ readings: fc.array(fc.record({ sensor: fc.anything(), value: fc.anything() })) })
      .map((value) =>
        Buffer.from(JSON.stringify(value, (_key, it: unknown) => (typeof it === 'bigint' ? 0 : it))),
      ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...kinds), anything, (kind, payload) => {
      const outcome = readMessage(kind, payload)
      if (outcome.ok) expect(outcome.message.kind).toBe(kind)
      else expect(outcome.reason.length).toBeLessThan(300)
    }),
  )
})

it('a payload over the limit is not even parsed', () => {
  const payload = Buffer.from(`{"online":true${' '.repeat(MAX_PAYLOAD_BYTES)}}`)
  expect(readMessage('status', payload)).toMatchObject({ ok: false })
})

it('text with control characters is refused', () => {
  const payload = Buffer.from(JSON.stringify({ scans: [{ code: '12\u001b[31m34' }] }))
  expect(readMessage('scan', payload)).toEqual({
    ok: false,
    reason: 'scan.scans.0.code: has a control character',
  })
})

it("only a device's own topics are its messages", () => {
  expect(kindOfTopic(topicOf('GATE-0001', 'scan'), 'GATE-0001')).toBe('scan')
  for (const topic of [
    'vedette/GATE-0002/scan',
    'vedette/GATE-0001/command',
    'vedette/GATE-0001/scan/x',
    'scan',
  ])
    expect(kindOfTopic(topic, 'GATE-0001')).toBeUndefined()
})

it('packets are counted however they are cut', () => {
  const packets = fc.array(fc.nat(300), { maxLength: 20 })
  fc.assert(
    fc.property(
      packets,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 300 }),
      (sizes, cut, most) => {
        const bytes = Buffer.concat(sizes.map(packetOf))
        const limit = new PacketLimit(most)
        let isAdmitted = true
        for (let at = 0; at < bytes.length && isAdmitted; at += cut)
          isAdmitted = limit.admits(bytes.subarray(at, at + cut))
        expect(isAdmitted).toBe(sizes.every((size) => size <= most))
      },
    ),
  )
})

it('a length that never ends is refused', () => {
  expect(new PacketLimit(1e9).admits(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe(false)
})

/** A PUBLISH with so many bytes after its length. */
function packetOf(size: number): Buffer {
  const length = size < 128 ? [size] : [(size & 0x7f) | 0x80, size >> 7]
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(size, 0x30)])
}
