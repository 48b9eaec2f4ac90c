import { expect, test } from 'vitest'

import {
  NOTHING_KNOWN,
  viewOf,
  type WindowFacts,
  withEarlyPicture,
  withLink,
  withNotice,
  withPicture,
  withSource,
} from './window-view.ts'
import type { LiveSource } from './worker-messages.ts'

const SOURCE = { did: 'CAM-000001', channel: 0, quality: 'sub' } as const
const OPEN = { isOpen: true, attempt: 0, sinceMs: 1 }

function asked(facts = withLink(NOTHING_KNOWN, OPEN), source: LiveSource = SOURCE, stream = 7): WindowFacts {
  const wanted = withSource(facts, source, 10)
  const { did, channel, quality } = source
  return withNotice(wanted, { type: 'stream', window: 0, stream, did, channel, quality })
}

function gate(facts: WindowFacts, state: 'live' | 'reconnecting' | 'offline', attempt = 0): WindowFacts {
  return withNotice(facts, { type: 'state', window: 0, state, reason: 'stalled', sinceMs: 20, attempt })
}

test('a window without a device asks for one', () => {
  expect(viewOf(NOTHING_KNOWN).state).toBe('empty')
})

test('a window is loading until its own picture is painted, whatever the gate says', () => {
  const live = gate(asked(), 'live')
  expect(viewOf(live).state).toBe('loading')
  expect(viewOf(withPicture(live, 8)).state).toBe('loading')
  expect(viewOf(withPicture(live, 7))).toMatchObject({ state: 'live', hasPicture: true })
})

test('a picture from before the newest one is there, but is not live', () => {
  const live = gate(asked(), 'live')
  expect(viewOf(withEarlyPicture(live, 8)).hasPicture).toBe(false)
  const early = withEarlyPicture(live, 7)
  expect(viewOf(early)).toMatchObject({ state: 'loading', hasPicture: true })
  expect(viewOf(withPicture(early, 7)).state).toBe('live')
})

test('another quality switches with the old picture kept', () => {
  const playing = withPicture(gate(asked(), 'live'), 7)
  const switching = asked(playing, { ...SOURCE, quality: 'main' }, 8)
  expect(viewOf(switching)).toMatchObject({ state: 'switching', hasPicture: true })
  expect(viewOf(withPicture(switching, 7)).state).toBe('switching')
  expect(viewOf(withPicture(switching, 8)).state).toBe('live')
})

test.each([
  ['device', { did: 'CAM-000002' }],
  ['channel of its recorder', { channel: 1 }],
])(
  'a window that goes to another %s never shows the picture of the one before under its name',
  (_what, another) => {
    const playing = withPicture(gate(asked(), 'live'), 7)
    const other = asked(playing, { ...SOURCE, ...another }, 8)
    expect(viewOf(other)).toMatchObject({ state: 'switching', hasPicture: false })
    expect(viewOf(gate(other, 'offline'))).toMatchObject({ state: 'offline', hasPicture: false })
  },
)

test('a camera that is lost says so over its last picture until a new one is painted', () => {
  const playing = withPicture(gate(asked(), 'live'), 7)
  const lost = gate(playing, 'reconnecting', 3)
  expect(viewOf(lost)).toMatchObject({
    state: 'reconnecting',
    reason: 'stalled',
    attempt: 3,
    sinceMs: 20,
    hasPicture: true,
  })
  expect(viewOf(withPicture(lost, 7)).state).toBe('reconnecting')
  const back = gate(lost, 'live')
  // Since it is back, not since the window asked for it.
  expect(viewOf(back)).toMatchObject({ state: 'loading', sinceMs: 20 })
  expect(viewOf(withPicture(back, 7)).state).toBe('live')
})

test('a lost server is said with its attempts, and comes back without a word from the old socket', () => {
  const playing = withPicture(gate(asked(), 'live'), 7)
  const lost = withLink(playing, { isOpen: false, attempt: 2, sinceMs: 30 })
  expect(viewOf(lost)).toMatchObject({ state: 'reconnecting', reason: 'serverLost', attempt: 2, sinceMs: 30 })
  const back = withLink(lost, OPEN)
  expect(viewOf(back)).toMatchObject({ state: 'loading', hasPicture: true })
})

test('a refusal is told with its code', () => {
  const refused = withNotice(asked(), { type: 'refused', window: 0, code: '5011' })
  expect(viewOf(refused)).toMatchObject({ state: 'failed', reason: 'refused', code: '5011' })
})
