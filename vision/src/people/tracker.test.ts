import { expect, it } from 'vitest'

import type { Person } from './person-detector.ts'
import { Tracker } from './tracker.ts'

const STEP_MS = 200
const person = (x: number, score = 0.6): Person => ({ x, y: 0.4, width: 0.1, height: 0.3, score })

it('two people who walk towards each other and past stay who they are', () => {
  const tracker = new Tracker()
  const tracks = Array.from({ length: 21 }, (_, i) =>
    tracker.update([person(0.1 + i * 0.03), { ...person(0.7 - i * 0.03), y: 0.55 }], i * STEP_MS),
  )
  const ids = (at: number) => tracks[at]?.toSorted((a, b) => a.y - b.y).map(({ id }) => id)
  expect(ids(1)).toHaveLength(2)
  expect(ids(20)).toEqual(ids(1))
})

it('who is found once is nobody yet, and who is gone for long is forgotten', () => {
  const tracker = new Tracker()
  expect(tracker.update([person(0.2)], 0)).toEqual([])
  expect(tracker.update([person(0.21)], STEP_MS)).toMatchObject([{ misses: 0, hits: 2 }])
  const after = Array.from({ length: 6 }, (_, i) => tracker.update([], (i + 2) * STEP_MS))
  expect(after[0]).toMatchObject([{ misses: 1 }])
  expect(after[5]).toEqual([])
})

it('a speed is learnt, in parts of the picture a second', () => {
  const tracker = new Tracker()
  const tracks = Array.from({ length: 15 }, (_, i) => tracker.update([person(0.1 + i * 0.02)], i * STEP_MS))
  expect(tracks[14]?.[0]?.speedX).toBeCloseTo(0.1, 2)
})
