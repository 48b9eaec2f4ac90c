import { describe, expect, it } from 'vitest'

import { type Luma, smallLuma } from '../picture.ts'
import { motionThresholds, USUAL_SENSITIVITY } from '../settings.ts'
import { hasFootage, labels } from '../testing/footage.ts'
import { LOOKS_PER_S, looksAt, scored, Stretches } from '../testing/stretches.ts'
import { maskOf } from '../zones.ts'
import { MotionDetector } from './motion-detector.ts'

const SIZE = { width: 160, height: 92 }
const STEP_MS = 1000 / LOOKS_PER_S
const QUIET_LOOKS = 15

/** A grey scene with a texture, brighter by `light`, with a white square of `side` pixels at `at`. */
function scene({ light = 0, side = 0, at = 20 }: { light?: number; side?: number; at?: number } = {}): Luma {
  const values = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => 90 + ((i * 7) % 11) + light)
  for (let y = 30; y < 30 + side; y++) values.fill(220, y * SIZE.width + at, y * SIZE.width + at + side)
  return { ...SIZE, values }
}

/** What is active after a quiet scene and then these pictures. */
function watched(
  pictures: Luma[],
  { sensitivity = USUAL_SENSITIVITY, mask }: { sensitivity?: number; mask?: Uint8Array } = {},
) {
  const detector = new MotionDetector(SIZE, motionThresholds(sensitivity), mask)
  const quiet = Array.from({ length: QUIET_LOOKS }, () => scene())
  return [...quiet, ...pictures].map((luma, look) => detector.push(luma, look * STEP_MS)).slice(QUIET_LOOKS)
}

const walking = Array.from({ length: 6 }, (_, i) => scene({ side: 16, at: 20 + i * 8 }))

it('what walks through the picture is motion where it is, from the second look on', () => {
  const seen = watched(walking)
  expect(seen.map(({ isActive }) => isActive)).toEqual([false, true, true, true, true, true])
  const [blob] = seen[5]?.blobs ?? []
  expect(blob?.x).toBeCloseTo(60 / 160, 1)
  expect(blob?.width).toBeCloseTo(16 / 160, 1)
})

it('one look alone, as a spark or a broken picture is, is no motion', () => {
  const seen = watched([scene({ side: 16 }), ...Array.from({ length: 5 }, () => scene())])
  expect(seen.some(({ isActive }) => isActive)).toBe(false)
})

it('a lamp that is switched on and a dusk are no motion', () => {
  const lamp = Array.from({ length: 20 }, () => scene({ light: 60 }))
  const dusk = Array.from({ length: 100 }, (_, i) => scene({ light: -Math.round(i / 2) }))
  for (const pictures of [lamp, dusk]) expect(watched(pictures).some(({ isActive }) => isActive)).toBe(false)
})

it('what is outside of the zones is not seen, and what is inside is', () => {
  const half = (left: number, right: number) => {
    const zone = [
      { X: left, Y: 0 },
      { X: right, Y: 0 },
      { X: right, Y: 1 },
      { X: left, Y: 1 },
    ]
    return { mask: maskOf([zone], SIZE.width, SIZE.height) ?? new Uint8Array() }
  }
  expect(watched(walking, half(0.6, 1)).some(({ isActive }) => isActive)).toBe(false)
  expect(watched(walking, half(0, 0.6)).some(({ isActive }) => isActive)).toBe(true)
})

it('with little sensitivity what is small is not seen, and with much it is', () => {
  const small = Array.from({ length: 6 }, (_, i) => scene({ side: 7, at: 20 + i * 8 }))
  expect(watched(small, { sensitivity: 1 }).some(({ isActive }) => isActive)).toBe(false)
  expect(watched(small, { sensitivity: 100 }).some(({ isActive }) => isActive)).toBe(true)
})

describe.runIf(hasFootage)('on real footage, with one set of thresholds', () => {
  it.each(Object.entries(labels()))('%s: every event is found, and no other', async (clip, label) => {
    let detector: MotionDetector | undefined
    const active = new Stretches()
    for await (const { picture, atMs } of looksAt(clip, label.fps)) {
      const luma = smallLuma(picture)
      detector ??= new MotionDetector(luma, motionThresholds(USUAL_SENSITIVITY))
      active.note(detector.push(luma, atMs).isActive, atMs / 1000)
    }
    active.end()
    const { events, found, false: wrong } = scored(active.all, label.motion, label.ignore_motion, label.fps)
    expect({ found, wrong }).toEqual({ found: events, wrong: [] })
  })
})
