import { expect, test } from 'vitest'
import { Lens } from './lens.ts'

const AHEAD = { pan: 0, tilt: 0, zoom: 0 }

test('a move goes on until it is stopped, its time is over, or there is no farther', () => {
  const lens = new Lens()
  lens.move({ pan: 1, tilt: 0, zoom: 0 }, 1500, 0)
  expect(lens.at(600).pan).toBeCloseTo(0.2)
  expect(lens.isMoving).toBe(true)
  expect(lens.at(60_000).pan).toBeCloseTo(0.5)
  expect(lens.isMoving).toBe(false)
  lens.move({ pan: 0, tilt: 0, zoom: -1 }, 60_000, 60_000)
  expect(lens.at(70_000)).toMatchObject({ zoom: 0 })
  lens.stop(70_000)
  expect(lens.at(80_000).pan).toBeCloseTo(0.5)
})

test('it comes to where it is sent, and to a preset, at its own pace', () => {
  const lens = new Lens()
  lens.goTo({ pan: -0.5, tilt: 0.25, zoom: 2 }, 0)
  expect(lens.at(300).pan).toBeCloseTo(-0.1)
  expect(lens.at(300).zoom).toBeCloseTo(0.1)
  expect(lens.at(10_000)).toEqual({ pan: -0.5, tilt: 0.25, zoom: 1 })
  expect(lens.isMoving).toBe(false)
  expect(lens.keepPreset('1', 'door', 10_000)).toBe(true)
  lens.goTo(AHEAD, 10_000)
  expect(lens.at(20_000)).toEqual(AHEAD)
  lens.goTo(lens.presets.get('1')?.position ?? AHEAD, 20_000)
  expect(lens.at(30_000)).toEqual({ pan: -0.5, tilt: 0.25, zoom: 1 })
})

test('two streams that look at different times see it go one way', () => {
  const lens = new Lens()
  lens.move({ pan: 1, tilt: 0, zoom: 0 }, 60_000, 1000)
  const seen = [1040, 1020, 1080, 1060, 1120].map((time) => lens.at(time).pan)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})
