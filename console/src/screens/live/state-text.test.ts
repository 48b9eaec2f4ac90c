import { WINDOW_STATES } from '@vedette/contract/live'
import { expect, test } from 'vitest'

import type { Translate } from '../../i18n/language.ts'
import { live } from '../../i18n/live.ts'
import type { Language } from '../../i18n/packs.ts'
import { addSections, translate } from '../../i18n/translate.ts'
import type { WindowView } from '../../player/window-view.ts'
import { ageText, rateText } from './figure-text.ts'
import { hasSince, reasonText, stateText } from './state-text.ts'

addSections({ live })

const speaking =
  (language: Language): Translate =>
  (key, ...parameters) =>
    translate(language, key, ...parameters)

const view = (more: Partial<WindowView>): WindowView => ({
  state: 'live',
  reason: 'none',
  sinceMs: 0,
  attempt: 0,
  hasPicture: false,
  ...more,
})

test.each(['zh-cn', 'en'] as const)('every state has words of its own in %s', (language) => {
  const states = ['empty', 'switching', ...WINDOW_STATES] as const
  const texts = states.map((state) => stateText(speaking(language), view({ state, attempt: 3 })))
  expect(new Set(texts).size).toBe(states.length)
})

test.each(['zh-cn', 'en'] as const)('every state but live says why, and since when, in %s', (language) => {
  const states = ['empty', 'switching', ...WINDOW_STATES] as const
  const silent = states.filter((state) => {
    const hasOwnReason = state === 'reconnecting' || state === 'offline' || state === 'failed'
    const reason = hasOwnReason ? ('stalled' as const) : ('none' as const)
    return reasonText(speaking(language), language, view({ state, reason })) === ''
  })
  expect(silent).toEqual(['live'])
  expect(states.filter((state) => !hasSince(view({ state })))).toEqual(['empty', 'live'])
})

test('a reconnection is counted from its first attempt on', () => {
  const texts = [0, 1].map((attempt) => stateText(speaking('en'), view({ state: 'reconnecting', attempt })))
  expect(texts).toEqual(['Reconnecting', 'Reconnecting (1)'])
})

test('a format that the server cannot pass on is the camera’s, one that only this browser cannot play is named', () => {
  const failed = view({ state: 'failed', reason: 'unsupportedCodec' })
  expect(
    [failed, { ...failed, codec: 'hvc1.1.6.L93.B0' }].map((it) => reasonText(speaking('en'), 'en', it)),
  ).toEqual([
    'The camera sends a format that cannot be played, such as MJPEG. Set it to H.264 or H.265.',
    'This browser cannot play H.265',
  ])
})

test('a camera that has sound alone is not told to change its format', () => {
  expect(reasonText(speaking('en'), 'en', view({ state: 'failed', reason: 'noVideo' }))).toBe(
    'The camera offers no video at this address',
  )
})

test('a refusal is explained by its code, an unknown code is shown', () => {
  expect(
    reasonText(speaking('en'), 'en', view({ state: 'failed', reason: 'refused', code: '987654' })),
  ).toMatch(/^987654 /)
})

test('figures are short', () => {
  expect([rateText(640), rateText(2130)]).toEqual(['640 kb/s', '2.1 Mb/s'])
  expect([ageText(undefined), ageText(-4), ageText(182.4), ageText(2400)]).toEqual([
    '–',
    '0 ms',
    '182 ms',
    '2.4 s',
  ])
})
