import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { HEADROOM_US, Timeline } from './timeline.ts'
import type { Timing, Track } from './timeline.ts'

const VIDEO: Track = { timescale: 90_000, usualInterval: 3600, headroomUs: HEADROOM_US }
const FRAME = 3600

function place(timeline: Timeline, ticks: number): Timing {
  const timing = timeline.place((ticks * 1e6) / 90_000)
  if (typeof timing === 'string') throw new Error(`${timing} at ${ticks}`)
  return timing
}

function placeAll(ticks: number[]): Timing[] {
  const timeline = new Timeline(0, VIDEO)
  return ticks.map((at) => place(timeline, at))
}

const shownAt = ({ decodeTime, compositionOffset }: Timing): number => decodeTime + compositionOffset

/** Where a timing is impossible, or does not start where the one before ended. */
function faults(timings: Timing[]): Timing[] {
  return timings.filter(({ decodeTime, duration, compositionOffset }, at) => {
    const before = timings[at - 1]
    const isDue = !before || decodeTime === before.decodeTime + before.duration
    return !isDue || duration <= 0 || compositionOffset < 0
  })
}

/** Decoding order of pictures with `depth` pictures between two references, each shown before the reference that precedes it. */
function reordered(count: number, depth: number): number[] {
  const order = [0]
  for (let reference = depth + 1; order.length < count; reference += depth + 1) {
    order.push(reference)
    for (let between = reference - depth; between < reference; between++) order.push(between)
  }
  return order
}

describe('a timeline', () => {
  it('leaves no gap and no overlap whatever the stamps of a stream in order do', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 80 }), (steps) => {
        let at = 0
        expect(faults(placeAll(steps.map((step) => (at += step))))).toEqual([])
      }),
    )
  })

  it('follows the stamps of a jittering stream without drifting away', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 100, maxLength: 200 }),
        (jitter) => {
          const stamps = jitter.map((by, index) => 2000 + index * FRAME + by)
          const timings = placeAll(stamps)
          expect(faults(timings)).toEqual([])
          const errors = timings.slice(32).map((timing, index) => shownAt(timing) - (stamps[index + 32] ?? 0))
          expect(Math.max(...errors) - Math.min(...errors)).toBeLessThan(2 * FRAME)
        },
      ),
    )
  })

  it('gives steady frames their own length', () => {
    const timings = placeAll(Array.from({ length: 30 }, (_, index) => index * 3003))
    expect(timings.slice(5).every(({ duration }) => duration === 3003)).toBe(true)
  })

  it('makes up for lost frames with the duration of the next', () => {
    const timings = placeAll([0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12].map((index) => index * FRAME))
    expect(faults(timings)).toEqual([])
    expect(timings[8]?.duration).toBe(3 * FRAME)
    expect(timings[10]?.decodeTime).toBe(12 * FRAME)
  })

  it('shows every picture of a reordered stream at its own time, from the first one on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1500, max: 9000 }), (depth, interval) => {
        const stamps = reordered(60, depth).map((index) => index * interval)
        const timings = placeAll(stamps)
        expect(faults(timings)).toEqual([])
        const first = timings[0]
        timings.forEach((timing, at) =>
          expect(shownAt(timing)).toBe(first ? shownAt(first) + (stamps[at] ?? 0) : 0),
        )
      }),
    )
  })

  it('decodes a reordered stream at its frame rate', () => {
    const timings = placeAll(reordered(60, 2).map((index) => index * FRAME))
    expect(timings.slice(20).every(({ duration }) => duration === FRAME)).toBe(true)
  })

  it('takes a step of more than ten seconds, or back beyond reordering, for another timeline', () => {
    const timeline = new Timeline(0, VIDEO)
    for (let index = 0; index < 10; index++) place(timeline, index * FRAME)
    expect(timeline.place(10_400_000)).toBe('jumpAhead')
    expect(timeline.place(-500_000)).toBe('jumpBack')
    expect(timeline.place(5 * 40_000 - 39_000)).toBe('jumpBack')
    expect(place(timeline, 10 * FRAME).decodeTime).toBe(10 * FRAME)
  })

  it('asks for as much headroom as the pictures of a slow reordered stream need, and has it then', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 30_000, max: 90_000 }),
        (depth, interval) => {
          const stamps = reordered(60, depth).map((index) => index * interval)
          const short = new Timeline(0, VIDEO)
          const outcomes = stamps.slice(0, 3).map((at) => short.place((at * 1e6) / 90_000))
          const isShort = depth * interval > 45_000
          expect(outcomes[2] === 'needsHeadroom').toBe(isShort)
          if (!isShort) return

          const timeline = new Timeline(0, { ...VIDEO, headroomUs: short.neededHeadroomUs })
          const timings = stamps.map((at) => place(timeline, at))
          expect(faults(timings)).toEqual([])
          const first = timings[0] ? shownAt(timings[0]) : 0
          expect(timings.map(shownAt)).toEqual(stamps.map((at) => first + at))
        },
      ),
    )
  })

  it('never lets audio go back', () => {
    const timeline = new Timeline(0, { timescale: 16_000, usualInterval: 1024 })
    expect(timeline.place(0)).toEqual({ decodeTime: 0, duration: 1024, compositionOffset: 0 })
    expect(timeline.place(64_000)).toEqual({ decodeTime: 1024, duration: 1024, compositionOffset: 0 })
    expect(timeline.place(10_000)).toBe('jumpBack')
  })
})
