import fc from 'fast-check'
import { expect, test } from 'vitest'

import { QUALITIES, readLiveNotice } from './live-message.ts'

const NOTICES = [
  { type: 'welcome', nowUs: 5 },
  { type: 'stream', window: 3, stream: 9, did: 'CAM-000001', channel: 0, quality: 'sub' },
  { type: 'state', window: 3, state: 'reconnecting', reason: 'stalled', sinceMs: 4, attempt: 2 },
  { type: 'refused', window: 3, code: '5059' },
  { type: 'pong', id: 1, nowUs: 5 },
]

test.each(NOTICES)(
  'a notice $type is read as it was sent, what a newer gate adds to it left out',
  (notice) => {
    expect(readLiveNotice(JSON.stringify({ ...notice, more: 1 }))).toEqual(notice)
  },
)

test('a reason that is not known yet is told as none, a notice that is not known is none', () => {
  const state = { type: 'state', window: 3, state: 'offline', reason: 'eclipse', sinceMs: 4, attempt: 2 }
  expect(readLiveNotice(JSON.stringify(state))).toMatchObject({ state: 'offline', reason: 'none' })
  expect(readLiveNotice(JSON.stringify({ ...state, state: 'molten' }))).toBeUndefined()
  expect(readLiveNotice('{"type":"later"}')).toBeUndefined()
})

test.each(NOTICES)('a notice $type is none when a field is missing or of another type', (notice) => {
  for (const [field, value] of Object.entries(notice)) {
    if (field === 'reason') continue
    for (const wrong of ['null', '{}', '"wrong"', '7', '1e999', 'true']) {
      if (typeof value === 'number' ? wrong === '7' : field !== 'quality' && wrong === '"wrong"') continue
      const { [field]: _, ...rest } = Object.fromEntries(Object.entries(notice))
      const text = JSON.stringify(rest).replace(/}$/, `,"${field}":${wrong}}`)
      expect([text, readLiveNotice(text)]).toEqual([text, undefined])
      expect(readLiveNotice(JSON.stringify(rest))).toBeUndefined()
    }
  }
})

test.each(QUALITIES)('a stream may be of the quality %s', (quality) => {
  const notice = { type: 'stream', window: 0, stream: 0, did: '', channel: 0, quality }
  expect(readLiveNotice(JSON.stringify(notice))).toEqual(notice)
})

test('every state and every reason is read', () => {
  for (const state of ['loading', 'live', 'reconnecting', 'offline', 'sleeping', 'upgrading', 'failed'])
    for (const reason of [
      'none',
      'connecting',
      'unreachable',
      'certificate',
      'credentials',
      'notFound',
      'addressRefused',
      'stalled',
      'noPicture',
      'closedByCamera',
      'protocol',
      'noVideo',
      'unsupportedCodec',
      'shardRestarting',
      'noKeepalive',
    ]) {
      const notice = { type: 'state', window: 0, state, reason, sinceMs: 0, attempt: 0 }
      expect(readLiveNotice(JSON.stringify(notice))).toEqual(notice)
    }
})

test('what is no JSON throws, what is no object is no notice', () => {
  expect(() => readLiveNotice('{')).toThrow(SyntaxError)
  for (const text of ['null', '5', '"welcome"', '[]']) expect(readLiveNotice(text)).toBeUndefined()
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

test('a state tells how many packets are lost, and nothing where none are or the number is none', () => {
  const state = { type: 'state', window: 3, state: 'live', reason: 'none', sinceMs: 4, attempt: 0 }
  const read = (lost: unknown) => readLiveNotice(JSON.stringify({ ...state, lost }))
  expect(read(3)).toEqual({ ...state, lost: 3 })
  for (const none of [0, 'many', null]) expect(read(none)).toEqual(state)
})
