import { expect, it } from 'vitest'

import { Budget } from './budget.ts'

const CAMERAS = [1, 2, 3, 4]

it('nobody rests while there is time, and one more each time that there is not', () => {
  const budget = new Budget()
  const counts = [0.5, 0.9, 0.9, 0.7, 0.3, 0.3, 0.3].map((busy) => budget.resting(CAMERAS, busy, false).size)
  expect(counts).toEqual([0, 1, 2, 2, 1, 0, 0])
  expect(budget.resting(CAMERAS, 0.1, true).size).toBe(1)
})

it('each camera rests in its turn', () => {
  const budget = new Budget()
  budget.resting(CAMERAS, 0.9, false)
  const turns = Array.from({ length: 4 }, () => [...budget.resting(CAMERAS, 0.7, false)])
  expect(new Set(turns.flat())).toEqual(new Set(CAMERAS))
})

it('never more rest than there are', () => {
  const budget = new Budget()
  for (let i = 0; i < 9; i++) budget.resting(CAMERAS, 1, false)
  expect(budget.resting([7], 1, false)).toEqual(new Set([7]))
  expect(budget.resting([], 1, false)).toEqual(new Set())
})
