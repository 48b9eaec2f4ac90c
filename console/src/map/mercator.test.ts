import { describe, expect, it } from 'vitest'

import {
  lngLatOf,
  MAP_DEFAULT_CENTRE,
  MAP_MAX_ZOOM,
  movedBy,
  placeAt,
  projector,
  viewOfAll,
  withinWorld,
  worldOf,
  zoomedAt,
} from './mercator.ts'

const SIZE = { width: 1000, height: 600 }
const VIEW = { ...MAP_DEFAULT_CENTRE, zoom: 12 }

describe('web mercator', () => {
  it('has Greenwich and the equator in its middle, and is as wide as it is high', () => {
    expect(worldOf({ lng: 0, lat: 0 })).toEqual({ x: 0.5, y: 0.5 })
    expect(worldOf({ lng: -180, lat: 85.051129 }).y).toBeCloseTo(0, 6)
    expect(worldOf({ lng: 180, lat: -85.051129 })).toEqual({ x: 1, y: expect.closeTo(1, 6) })
  })

  it('finds a place again', () => {
    for (const place of [MAP_DEFAULT_CENTRE, { lng: -70.67, lat: -33.45 }, { lng: 179.9, lat: 71 }]) {
      const again = lngLatOf(worldOf(place))
      expect(again.lng).toBeCloseTo(place.lng, 9)
      expect(again.lat).toBeCloseTo(place.lat, 9)
    }
  })

  it('puts the middle of the view into the middle of the window', () => {
    expect(projector(VIEW, SIZE)(worldOf(VIEW))).toEqual({ x: 500, y: 300 })
    expect(placeAt(VIEW, SIZE, { x: 500, y: 300 }).lng).toBeCloseTo(VIEW.lng, 9)
  })

  it('keeps the place under the pointer while it zooms', () => {
    const at = { x: 120, y: 470 }
    const before = placeAt(VIEW, SIZE, at)
    const after = placeAt(zoomedAt(VIEW, SIZE, at, 14.5), SIZE, at)
    expect(after.lng).toBeCloseTo(before.lng, 9)
    expect(after.lat).toBeCloseTo(before.lat, 9)
  })

  it('moves what was under the pointer with the pointer', () => {
    const before = placeAt(VIEW, SIZE, { x: 200, y: 200 })
    const after = placeAt(movedBy(VIEW, SIZE, { x: 30, y: -40 }), SIZE, { x: 230, y: 160 })
    expect(after.lng).toBeCloseTo(before.lng, 9)
    expect(after.lat).toBeCloseTo(before.lat, 9)
  })

  it('shows nothing beside the world', () => {
    const out = withinWorld({ lng: 170, lat: 84, zoom: -5 }, SIZE)
    const corners = [placeAt(out, SIZE, { x: 0, y: 0 }), placeAt(out, SIZE, { x: 1000, y: 600 })]
    expect(corners[0]?.lng).toBeGreaterThanOrEqual(-180.000001)
    expect(corners[1]?.lng).toBeLessThanOrEqual(180.000001)
    expect(withinWorld({ ...VIEW, zoom: 99 }, SIZE).zoom).toBe(MAP_MAX_ZOOM)
  })

  it('shows all of some places at once, and one place no nearer than was asked', () => {
    const places = [
      { lng: 2, lat: 49 },
      { lng: 13, lat: 52 },
    ].map(worldOf)
    const put = projector(viewOfAll(places, SIZE, 16), SIZE)
    for (const place of places) {
      const { x, y } = put(place)
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(SIZE.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(SIZE.height)
    }
    expect(viewOfAll(places.slice(0, 1), SIZE, 16).zoom).toBe(16)
  })
})
