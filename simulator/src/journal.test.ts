import { expect, it } from 'vitest'

import { Journal, KEPT } from './journal.ts'

it('tells every frame from a time on, the oldest first', () => {
  const journal = new Journal()
  for (let frame = 0; frame < 5000; frame++) journal.add(frame * 40)
  const { sent, frames } = journal.since(40 * 3000)
  expect(sent).toBe(5000)
  expect(frames.map(([timeMs]) => timeMs)).toEqual(Array.from({ length: 2000 }, (_, i) => 40 * (3000 + i)))
  expect(frames.every(([, sentMs]) => Number.isInteger(sentMs) && sentMs > 0)).toBe(true)
})

it('counts on and keeps the newest when there are more than it keeps', () => {
  const journal = new Journal()
  for (let frame = 0; frame < KEPT + 700; frame++) journal.add(frame)
  const { sent, frames } = journal.since(0)
  expect([sent, frames.length]).toEqual([KEPT + 700, KEPT])
  expect([frames[0]?.[0], frames.at(-1)?.[0]]).toEqual([700, KEPT + 699])
})
