import { expect, it } from 'vitest'

import { axisOf, breadths, TALL_RULER_PX } from './timeline-axis.ts'

const VIEW = { fromMs: 10_000, toMs: 20_000 }

it('lies from left to right beside the names, and without them where there is no room', () => {
  const axis = axisOf({ widthPx: 1136, heightPx: 100 }, VIEW, false)
  expect([axis.placeOf(10_000), axis.placeOf(20_000), axis.momentAt(636)]).toEqual([136, 1136, 15_000])
  const narrow = axisOf({ widthPx: 500, heightPx: 100 }, VIEW, false)
  expect([narrow.placeOf(10_000), narrow.momentAt(500)]).toEqual([0, 20_000])
})

it('has lower lanes where nine cameras lie below nine pictures', () => {
  const height = (lanes: number): number =>
    lanes * breadths({ widthPx: 1136, heightPx: 300 }, false, lanes).lane
  expect([height(1), height(5), height(10)]).toEqual([28, 140, 200])
})

it('stands on a phone with the newest on top, its lanes beside each other', () => {
  const size = { widthPx: 390, heightPx: 400 }
  const axis = axisOf(size, VIEW, true)
  expect([axis.placeOf(20_000), axis.placeOf(10_000), axis.momentAt(100)]).toEqual([0, 400, 17_500])
  const { ruler, lane } = breadths(size, true, 10)
  expect(ruler).toBe(TALL_RULER_PX)
  expect(ruler + 10 * lane).toBeLessThanOrEqual(390)
})
