import { expect, test } from 'vitest'

import { ReplayClock } from './replay-clock.ts'

test('time passes by the speed, and stands in a pause and while a window is waited for', () => {
  const clock = new ReplayClock(1000, 0)
  expect(clock.at(500)).toBe(1000)
  clock.play(true, 500)
  expect(clock.at(600)).toBe(1100)
  clock.setSpeed(4, 600)
  expect(clock.at(700)).toBe(1500)
  clock.hold(true, 700)
  expect(clock.isPlaying).toBe(true)
  expect(clock.at(5000)).toBe(1500)
  clock.hold(false, 5000)
  expect(clock.at(5010)).toBe(1540)
  clock.play(false, 5010)
  expect(clock.at(9000)).toBe(1540)
})

test('backwards it falls, and a jump begins anew from there', () => {
  const clock = new ReplayClock(10_000, 0)
  clock.play(true, 0)
  clock.setSpeed(-8, 0)
  expect(clock.at(100)).toBe(9200)
  clock.seek(50_000, 100)
  expect(clock.at(200)).toBe(49_200)
})
