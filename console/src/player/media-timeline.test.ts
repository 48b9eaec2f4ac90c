import { expect, test } from 'vitest'

import { MediaTimeline } from './media-timeline.ts'

test('finds the frame that is painted, decoded out of order or not', () => {
  const timeline = new MediaTimeline()
  for (const [i, ms] of [0, 120, 40, 80].entries())
    timeline.add(ms / 1000, { stream: 1, arrivalUs: i }, i === 0)
  expect(timeline.at(0.120001)?.arrivalUs).toBe(1)
  expect(timeline.at(0.04)?.arrivalUs).toBe(2)
  expect(timeline.at(0.06)).toBeUndefined()
})

test('names the key frame up to which may be removed, never one that is still needed', () => {
  const timeline = new MediaTimeline()
  for (const s of [1, 3, 5]) timeline.add(s, { stream: 1, arrivalUs: 0 }, true)
  expect(timeline.keyBefore(0.5)).toBeUndefined()
  expect(timeline.keyBefore(4.9)).toBe(3)
  expect(timeline.keyBefore(4.9)).toBe(3)
  expect(timeline.keyBefore(60)).toBe(5)
})
