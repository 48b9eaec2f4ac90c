import fc from 'fast-check'
import { expect, it } from 'vitest'

import { changeOf } from './desired.ts'
import type { DesiredStream } from './messages.ts'

const stream: DesiredStream = {
  stream: 1,
  key: 'C/CAM-1/0/main',
  url: 'rtsp://10.0.0.7/main',
  username: 'admin',
  password: 'p',
  transport: 'tcp',
}

it.each([
  { key: 'C/CAM-2/0/main' },
  { url: 'rtsp://10.0.0.7/other' },
  { username: 'viewer' },
  { password: 'q' },
  { transport: 'udp' },
  { tls: 'verify' },
  { connectHost: '10.0.0.8' },
] as const)('a stream with %j is another one', (other) => {
  const changed = { ...stream, ...other }
  expect(changeOf([stream], [changed])).toEqual({ streams: [changed], gone: [] })
  expect(changeOf([stream], [{ ...stream }])).toEqual({ streams: [], gone: [] })
})

it('what changed makes the list before the list after, and says nothing of what stays', () => {
  const lists = fc
    .uniqueArray(fc.record({ stream: fc.nat(9), url: fc.constantFrom('a', 'b') }), {
      selector: (it) => it.stream,
    })
    .map((list) => list.map((it): DesiredStream => ({ ...stream, ...it })))
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const { streams, gone } = changeOf(before, after)
      const applied = new Map(before.map((it) => [it.stream, it]))
      for (const number of gone) expect(applied.delete(number)).toBe(true)
      for (const it of streams) {
        expect(applied.get(it.stream)).not.toEqual(it)
        applied.set(it.stream, it)
      }
      const byNumber = (a: DesiredStream, b: DesiredStream) => a.stream - b.stream
      expect([...applied.values()].toSorted(byNumber)).toEqual(after.toSorted(byNumber))
    }),
  )
})
