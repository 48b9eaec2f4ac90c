import { expect, it } from 'vitest'

import { wallAddressOf } from './wall-of.ts'

const devices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ did: `CAMERA-${String(n).padStart(3, '0')}`, channel: 0 }))

it.each([
  [1, 1],
  [3, 4],
  [5, 6],
  [17, 25],
  [64, 64],
  [65, 64],
])('%i devices are shown on a wall of %i windows', (count, windows) => {
  const address = wallAddressOf(devices(count))
  expect(address).toMatch(new RegExp(`^#/realTimeVideo\\?layout=${windows}&chosen=0&show=CAMERA-000`))
  expect(address.match(/CAMERA-/g)).toHaveLength(Math.min(count, 64))
})
