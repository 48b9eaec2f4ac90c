import { expect, test } from 'vitest'

import { placeFromText, placeToText, replayAddress } from './replay-address.ts'

const [ONE, TWO] = ['VEDETTE-000001-ABCDE', 'VEDETTE-000002-ABCDE']

test('a link to cameras at a moment reads back as it was made', () => {
  const link = replayAddress({ dids: [ONE, { did: TWO, channel: 2 }], at: 1_700_000_000_123 })
  expect(link).toMatch(/^#\/replay\?/)
  expect(placeFromText(link.split('?')[1] ?? '')).toEqual({
    devices: [
      { did: ONE, channel: 0 },
      { did: TWO, channel: 2 },
    ],
    layout: 4,
    chosen: 0,
    atMs: 1_700_000_000_123,
    markInMs: undefined,
    markOutMs: undefined,
  })
})

test('of more cameras than fit, those are shown that the chosen one is among', () => {
  const dids = Array.from({ length: 16 }, (_, n) => `VEDETTE-0000${n + 10}-ABCDE`)
  const placeOf = (chosen: number) => placeFromText(replayAddress({ dids, chosen }).split('?')[1] ?? '')
  expect(placeOf(8)).toMatchObject({ layout: 9, chosen: 8, devices: { length: 9, 8: { did: dids[8] } } })
  expect(placeOf(12)).toMatchObject({ layout: 9, chosen: 3, devices: { length: 7, 3: { did: dids[12] } } })
})

test('windows that are empty stay empty, and marks and the chosen window are kept', () => {
  const place = {
    devices: [undefined, { did: ONE, channel: 0 }],
    layout: 9 as const,
    chosen: 1,
    atMs: 5000,
    markInMs: 4000,
    markOutMs: 6000,
  }
  expect(placeFromText(placeToText(place))).toEqual(place)
})

test('of an address that somebody has tampered with, what can be read is used', () => {
  const place = placeFromText(`show=${ONE},${ONE},<b>&at=-5&layout=7&chosen=40&in=9&out=3`)
  expect(place).toMatchObject({
    devices: [{ did: ONE, channel: 0 }, undefined, undefined],
    layout: 4,
    chosen: 0,
  })
  expect(place.atMs).toBeUndefined()
  expect(place.markInMs).toBeUndefined()
})
