import { expect, it } from 'vitest'

import { TokenBucket } from './token-bucket.ts'

const NOW = 1_000_000
const bucket = () => new TokenBucket({ perSecond: 10, burst: 3 }, NOW)

it('lets a burst through at once, and no more', () => {
  const rate = bucket()
  expect([rate.take(1, NOW), rate.take(2, NOW), rate.take(1, NOW)]).toEqual([true, true, false])
})

it('refuses what is more than is left, which stays', () => {
  const rate = bucket()
  expect([rate.take(4, NOW), rate.take(3, NOW)]).toEqual([false, true])
})

it('fills by so many a second, up to the burst', () => {
  const rate = bucket()
  rate.take(3, NOW)
  expect([rate.take(1, NOW + 99), rate.take(1, NOW + 100), rate.take(1, NOW + 150)]).toEqual([
    false,
    true,
    false,
  ])
  expect([rate.take(1, NOW + 200), rate.take(1, NOW + 200)]).toEqual([true, false])
  expect([rate.take(3, NOW + 60_000), rate.take(1, NOW + 60_000)]).toEqual([true, false])
})

it('is not filled by a clock that goes back, and goes on from there', () => {
  const rate = bucket()
  rate.take(3, NOW)
  expect([rate.take(1, NOW - 5000), rate.take(1, NOW - 4901), rate.take(1, NOW - 4900)]).toEqual([
    false,
    false,
    true,
  ])
})
