import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readLiveNotice } from './live-message.ts'

test.each([
  { type: 'welcome', nowUs: 5 },
  { type: 'stream', window: 3, stream: 9, did: 'CAM-000001', channel: 0, quality: 'sub' },
  { type: 'state', window: 3, state: 'reconnecting', reason: 'stalled', sinceMs: 4, attempt: 2 },
  { type: 'refused', window: 3, code: '5059' },
  { type: 'pong', id: 1, nowUs: 5 },
])('a notice $type is read as it was sent, what a newer gate adds to it left out', (notice) => {
  expect(readLiveNotice(JSON.stringify({ ...notice, more: 1 }))).toEqual(notice)
})

test('a reason that is not known yet is told as none, a notice that is not known is none', () => {
  const state = { type: 'state', window: 3, state: 'offline', reason: 'eclipse', sinceMs: 4, attempt: 2 }
  expect(readLiveNotice(JSON.stringify(state))).toMatchObject({ state: 'offline', reason: 'none' })
  expect(readLiveNotice(JSON.stringify({ ...state, state: 'molten' }))).toBeUndefined()
  expect(readLiveNotice('{"type":"later"}')).toBeUndefined()
})

test('any JSON is a notice or none, never worse', () => {
  const types = fc.constantFrom('welcome', 'stream', 'state', 'refused', 'pong')
  const notice = fc.record({ type: types, window: fc.jsonValue(), nowUs: fc.jsonValue(), id: fc.jsonValue() })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), notice), (json) => {
      const read = readLiveNotice(JSON.stringify(json))
      expect(read === undefined || typeof read.type === 'string').toBe(true)
    }),
  )
})
