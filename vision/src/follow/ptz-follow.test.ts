import { expect, it } from 'vitest'

import { HOME_AFTER_MS, PtzFollow, type Target, type Turn } from './ptz-follow.ts'

const LOOK_MS = 200
const at = (x: number, y = 0.5): Target => ({ x, y, speedX: 0, speedY: 0 })

it('what is near the middle is let be, and what is not is turned to, up being up', () => {
  const follow = new PtzFollow(false)
  expect(follow.step(at(0.55), 0)).toBeUndefined()
  expect(follow.step(at(0.8), 200)).toMatchObject({ pan: expect.closeTo(0.36, 1), tilt: -0 })
  expect(follow.step(at(0.5, 0.2), 400)).toMatchObject({ pan: 0, tilt: expect.closeTo(0.38, 1) })
  expect(follow.step(at(0.5), 600)).toBe('rest')
})

it('the camera rests soon after it sees nobody, and goes home once after a while', () => {
  const follow = new PtzFollow(false)
  follow.step(at(0.9), 0)
  const turns = Array.from({ length: 300 }, (_, look) => follow.step(undefined, look * LOOK_MS))
  expect(turns.flatMap((turn, look) => (turn === undefined ? [] : [[turn, look * LOOK_MS]]))).toEqual([
    ['rest', 1200],
    ['home', HOME_AFTER_MS],
  ])
})

it('where a person has turned it, it stays', () => {
  const follow = new PtzFollow(false)
  follow.step(at(0.9), 0)
  follow.yield()
  expect(follow.step(undefined, 2 * HOME_AFTER_MS)).toBeUndefined()
})

it('by motion it turns in steps and looks between them', () => {
  const follow = new PtzFollow(true)
  const turns = Array.from({ length: 30 }, (_, look) => follow.step(at(0.9), look * LOOK_MS))
  expect(turns.map((turn) => (typeof turn === 'object' ? 'turn' : turn)).filter(Boolean)).toEqual([
    'turn',
    'rest',
    'turn',
    'rest',
  ])
})

/** Somebody walks to and fro; returns how much of the time they are in the middle half of the picture. */
function walked(cameraRate: number, walkRate: number, delayLooks: number): number {
  const follow = new PtzFollow(false)
  const given: number[] = Array.from({ length: delayLooks }, () => 0)
  const seen: number[] = []
  let [camera, person, pan] = [0, 0, 0]
  let inside = 0
  const looks = 600
  for (let look = 0; look < looks; look++) {
    person += (walkRate * LOOK_MS * (Math.floor(look / 150) % 2 === 0 ? 1 : -1)) / 1000
    camera += (cameraRate * (given.shift() ?? 0) * LOOK_MS) / 1000
    const x = 0.5 + person - camera
    const before = seen.at(-1) ?? x
    seen.push(x)
    if (Math.abs(x - 0.5) <= 0.25) inside++
    const isInPicture = x > 0 && x < 1
    const target = { ...at(x), speedX: ((x - before) * 1000) / LOOK_MS }
    const turn: Turn | undefined = follow.step(isInPicture ? target : undefined, look * LOOK_MS)
    if (turn === 'rest') pan = 0
    else if (typeof turn === 'object') pan = turn.pan
    given.push(pan)
  }
  return inside / looks
}

it.each([
  ['a slow camera', 0.33, 0.08],
  ['a usual one', 0.8, 0.1],
  ['a fast one', 1.7, 0.1],
])('with %s a person stays in the middle half of the picture', (_what, cameraRate, walkRate) => {
  for (const delayLooks of [1, 2, 3]) expect(walked(cameraRate, walkRate, delayLooks)).toBeGreaterThan(0.9)
})
