import { expect, test } from 'vitest'

import type { ReplayPlace } from '../../app/replay-address.ts'
import { filled, swapped } from './use-place.ts'

const camera = (n: number) => ({ did: `CAM-000000000${n}`, channel: 0 })
const [one, two, three] = [camera(1), camera(2), camera(3)]
const place: ReplayPlace = { devices: [one, two], layout: 4, chosen: 0, atMs: 5 }

test.each([
  [0, 1, [two, one]],
  [1, 0, [two, one]],
  [0, 3, [undefined, two, undefined, one]],
  [3, 1, [one, undefined, undefined, two]],
])('windows %i and %i change places', (from, to, devices) => {
  expect(swapped(place, from, to)).toEqual({ ...place, devices, chosen: to })
})

test('cameras are laid out in as few windows as hold them, nine at most', () => {
  expect(filled([one])).toEqual({ devices: [one], layout: 1, chosen: 0 })
  expect(filled([one, two, three])).toEqual({ devices: [one, two, three], layout: 4, chosen: 0 })
  const many = Array.from({ length: 20 }, (_, i) => camera(i))
  expect(filled(many)).toEqual({ devices: many.slice(0, 9), layout: 9, chosen: 0 })
})
