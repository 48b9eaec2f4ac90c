import { expect, it } from 'vitest'

import { worldOf, projector } from './mercator.ts'
import { tilesIn, tileUrl } from './tiles.ts'

const VIEW = { lng: 116.331398, lat: 39.897445, zoom: 12 }
const SIZE = { width: 800, height: 600 }

it('tiles cover the map without a gap and lie where their places are', () => {
  const tiles = tilesIn(VIEW, SIZE, 19)
  expect(tiles[0]).toMatchObject({ z: 13, side: 256 })
  for (const [x, y] of [
    [0, 0],
    [799, 0],
    [400, 300],
    [0, 599],
    [799, 599],
  ] as const)
    expect(
      tiles.filter(({ left, top, side }) => x >= left && x < left + side && y >= top && y < top + side),
    ).toHaveLength(1)
  const put = projector(VIEW, SIZE)
  for (const { x, y, z, left, top } of tiles) {
    const corner = put({ x: x / 2 ** z, y: y / 2 ** z })
    expect(corner.x).toBeCloseTo(left, 4)
    expect(corner.y).toBeCloseTo(top, 4)
  }
})

it('beyond its nearest zoom the source’s last tiles are drawn larger', () => {
  const [tile] = tilesIn({ ...VIEW, zoom: 16 }, SIZE, 15)
  expect(tile).toMatchObject({ z: 15, side: 1024 })
})

it('the middle comes first, and the address has the tile’s numbers', () => {
  const [tile] = tilesIn(VIEW, SIZE, 19)
  const { x, y } = worldOf(VIEW)
  expect(tile).toMatchObject({ x: Math.floor(x * 2 ** 13), y: Math.floor(y * 2 ** 13) })
  expect(tileUrl({ Url: 'https://t.example/{z}/{x}/{y}.png' }, { z: 3, x: 1, y: 2 })).toBe(
    'https://t.example/3/1/2.png',
  )
})
