import { expect, it } from 'vitest'

import { LossMeter } from './loss-meter.ts'

const S = 1e6

it('a connection without loss, or with a packet lost now and then, is no poor one', () => {
  const meter = new LossMeter()
  expect(meter.percent(0)).toBe(0)
  meter.add(0, 1, 50)
  meter.add(5 * S, 1, 50)
  expect(meter.percent(5 * S)).toBe(0)
})

it('three of a hundred packets are told while they are lost, and ten seconds longer', () => {
  const meter = new LossMeter()
  for (let second = 0; second < 20; second++) meter.add(second * S, 3, 100)
  expect(meter.percent(19 * S)).toBe(3)
  expect(meter.percent(29 * S)).toBe(3)
  expect(meter.percent(31 * S)).toBe(0)
})
