import { expect, it } from 'vitest'

import { BestPicture, type Shot } from './best-picture.ts'

const shot = (x: number): Shot => ({
  picture: { width: 2, height: 2, y: new Uint8Array(4), u: new Uint8Array(1), v: new Uint8Array(1) },
  box: { x, y: 0, width: 1, height: 1 },
})

it('tells the first picture at once, a better one when it had time, and what is left at the end', () => {
  const best = new BestPicture()
  best.begin()
  expect(best.offer(shot(1), 10, 0)?.box.x).toBe(1)
  expect(best.offer(shot(2), 30, 1000)).toBeUndefined()
  expect(best.offer(shot(3), 20, 3000)?.box.x).toBe(2)
  expect(best.offer(shot(4), 50, 4000)).toBeUndefined()
  expect(best.last()?.box.x).toBe(4)
  expect(best.last()).toBeUndefined()
})

it('tells no picture that is hardly better, and no more than three of an event', () => {
  const best = new BestPicture()
  best.begin()
  const told = [10, 11, 20, 40, 80].map((worth, at) => best.offer(shot(at), worth, at * 5000)?.box.x)
  expect(told).toEqual([0, undefined, 2, 3, undefined])
  best.begin()
  expect(best.offer(shot(9), 1, 90_000)?.box.x).toBe(9)
})
