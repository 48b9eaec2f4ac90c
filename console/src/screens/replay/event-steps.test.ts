import { expect, it } from 'vitest'

import { countedIn, eventRange, mergedSteps, stepAt, stepsOf } from './event-steps.ts'
import { HOUR_MS, LONGEST_MS } from './timeline-view.ts'

const BEGIN = 1_700_000_000_000

it('asks in few steps for any zoom, the same ones while one pans a little', () => {
  for (let length = 1000; length <= LONGEST_MS; length *= 1.7) {
    const view = { fromMs: BEGIN + 12_345, toMs: BEGIN + 12_345 + length }
    const { From, To, Step } = eventRange(view)
    expect(From).toBeLessThanOrEqual(view.fromMs)
    expect(To).toBeGreaterThanOrEqual(view.toMs)
    expect((To - From) / Step).toBeLessThanOrEqual(1600)
    // Fine enough for ticks that are told apart: steps of 12 px on a wide screen, or of an hour.
    expect(length / Step).toBeGreaterThan(70)
    for (const part of [From, To]) expect(part % Step).toBe(0)
    if (Step >= HOUR_MS) expect(Step % HOUR_MS).toBe(0)
  }
  const near = (ms: number) => eventRange({ fromMs: BEGIN + ms, toMs: BEGIN + ms + HOUR_MS })
  expect(near(0)).toEqual(near(1000))
})

it('several lanes are one, with what is counted in sight', () => {
  const gate = stepsOf([100, 0, 2, 2000, 2, 1], BEGIN)
  const yard = stepsOf([50, 0, 3, 9000, 0, 1], BEGIN)
  const all = mergedSteps([gate, yard], 1000)
  expect(all).toEqual([
    { atMs: BEGIN + 50, type: 0, count: 5 },
    { atMs: BEGIN + 2000, type: 2, count: 1 },
    { atMs: BEGIN + 9000, type: 0, count: 1 },
  ])
  const counts = countedIn(all, { fromMs: BEGIN, toMs: BEGIN + 5000 })
  expect([...counts]).toEqual([
    [0, 5],
    [2, 1],
  ])
})

it('the pointer finds a tick near it before the motion below, and nothing where there is none', () => {
  const steps = stepsOf([100, 0, 2, 700, 2, 1, 5000, 0, 1], BEGIN)
  expect(stepAt(steps, BEGIN + 650, 100, 1000)?.type).toBe(2)
  expect(stepAt(steps, BEGIN + 300, 100, 1000)).toMatchObject({ type: 0, count: 2 })
  expect(stepAt(steps, BEGIN + 3000, 100, 1000)).toBe(undefined)
})
