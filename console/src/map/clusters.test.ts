import { describe, expect, it } from 'vitest'

import { clustersOf, type Pin } from './clusters.ts'
import { worldOf } from './mercator.ts'

const pin = (id: string, lng: number, lat: number, isOnline = true): Pin => ({
  id,
  isOnline,
  ...worldOf({ lng, lat }),
})

/** Spread over China by a fixed sequence, thousands of them close together. */
const MANY = Array.from({ length: 5000 }, (_, n) =>
  pin(`D${n}`, 75 + ((n * 7919) % 50_000) / 1000, 20 + ((n * 104_729) % 30_000) / 1000, n % 3 > 0),
)

describe('clusters', () => {
  it.each([2, 5, 9, 12, 16, 18])('at zoom %i hold every device once, and the online ones', (zoom) => {
    const clusters = clustersOf(MANY, zoom)
    const ids = clusters.flatMap(({ members }) => members.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(MANY.map(({ id }) => id).toSorted())
    const online = clusters.reduce((sum, cluster) => sum + cluster.online, 0)
    expect(online).toBe(MANY.filter(({ isOnline }) => isOnline).length)
    for (const { members, online: counted } of clusters)
      expect(counted).toBe(members.filter(({ isOnline }) => isOnline).length)
  })

  it('are fewer the further one is away, and in the end each device stands by itself', () => {
    const counts = [2, 5, 9, 18].map((zoom) => clustersOf(MANY, zoom).length)
    expect(counts.toSorted((a, b) => a - b)).toEqual(counts)
    expect(counts.at(-1)).toBe(MANY.length)
  })

  it('devices with the same coordinates stay one marker at every zoom, and are told to be at one point', () => {
    const pins = [pin('A', 116.3, 39.9), pin('B', 116.3, 39.9, false), pin('C', 116.4, 39.9)]
    for (const zoom of [13, 18, 20]) {
      const clusters = clustersOf(pins, zoom)
      expect(clusters.map(({ members }) => members.map(({ id }) => id))).toEqual([['A', 'B'], ['C']])
      expect(clusters[0]).toMatchObject({ isOnePoint: true, online: 1, key: 'A' })
    }
    expect(clustersOf(pins, 3)).toMatchObject([{ isOnePoint: false }])
  })

  it('markers on both sides of a border of the grid do not cover each other', () => {
    const cell = 60 / (512 * 2 ** 10)
    const border = Math.floor(0.8 / cell) * cell
    const pins = [-0.05, 0.05].map((part, n) => ({
      id: `P${n}`,
      isOnline: true,
      x: border + part * cell,
      y: border + cell / 2,
    }))
    expect(clustersOf(pins, 10)).toHaveLength(1)
  })
})
