import { describe, expect, it } from 'vitest'

import { companyTimeIn } from '../../app/company-time.ts'
import { daysOf, gapsOf, isCovered, nextStart, unionOf } from '../../ui/coverage/spans.ts'
import {
  askedRange,
  holding,
  lengthOf,
  LONGEST_MS,
  rulerStep,
  SHORTEST_MS,
  viewAround,
  viewOf,
  zoomed,
} from './timeline-view.ts'

const NOON = Date.UTC(2026, 10, 23, 12)

describe('a timeline', () => {
  it('keeps the moment under the pointer while it is zoomed, from a month to single pictures', () => {
    let view = viewAround(NOON, 86_400_000)
    const at = view.fromMs + 0.3 * lengthOf(view)
    for (let i = 0; i < 200; i++) {
      view = zoomed(view, 1.2, at)
      expect((at - view.fromMs) / lengthOf(view)).toBeCloseTo(0.3, 5)
    }
    expect(lengthOf(view)).toBeCloseTo(SHORTEST_MS, 3)
    for (let i = 0; i < 400; i++) view = zoomed(view, 1 / 1.2, at)
    expect(lengthOf(view)).toBeCloseTo(LONGEST_MS, 0)
  })

  it('follows a moment that leaves it, and otherwise stays', () => {
    const view = viewAround(NOON, 1000)
    expect(holding(view, NOON + 400)).toBe(view)
    expect(holding(view, NOON + 900).fromMs).toBeCloseTo(NOON + 800)
  })

  it('asks for more than it shows, and for the same while it is moved a little', () => {
    const view = viewAround(NOON, 86_400_000)
    const asked = askedRange(view)
    expect(asked.From).toBeLessThan(view.fromMs)
    expect(asked.To).toBeGreaterThan(view.toMs)
    expect(askedRange({ fromMs: view.fromMs + 1000, toMs: view.toMs + 1000 })).toEqual(asked)
    expect((asked.To - asked.From) / Math.max(1, asked.Step)).toBeLessThan(10_000)
  })

  it('shows a marked time with a little room, however short it is', () => {
    expect(viewOf(1000, 11_000)).toEqual({ fromMs: 500, toMs: 11_500 })
    expect(viewOf(1000, 1040)).toEqual({ fromMs: 920, toMs: 1120 })
  })

  it('has marks that do not run into each other', () => {
    for (const length of [1000, 60_000, 3_600_000, 86_400_000, LONGEST_MS]) {
      const step = rulerStep(viewAround(NOON, length), 800)
      expect((step / length) * 800).toBeGreaterThanOrEqual(70)
    }
  })
})

describe('spans', () => {
  it('cover, are followed and are joined', () => {
    expect(isCovered([10, 20, 30, 40], 30)).toBe(true)
    expect(isCovered([10, 20, 30, 40], 20)).toBe(false)
    expect(nextStart([10, 20, 30, 40], 15)).toBe(30)
    expect(nextStart([10, 20], 15)).toBeUndefined()
    expect(
      unionOf([
        [10, 20, 50, 60],
        [0, 5, 15, 30],
        [60, 70],
      ]),
    ).toEqual([0, 5, 10, 30, 50, 70])
  })

  it('leave gaps between them, and before and after', () => {
    expect(gapsOf([10, 20, 30, 40], 0, 50)).toEqual([0, 10, 20, 30, 40, 50])
    expect(gapsOf([10, 20, 30, 40], 15, 35)).toEqual([20, 30])
    expect(gapsOf([10, 20, 30, 40], 12, 18)).toEqual([])
    expect(gapsOf([], 5, 9)).toEqual([5, 9])
    expect(gapsOf([10, 20], 20, 25)).toEqual([20, 25])
  })

  it('lie on the days of the company’s calendar', () => {
    const shanghai = companyTimeIn('Asia/Shanghai')
    const lateThere = Date.UTC(2026, 10, 23, 15, 59)
    expect([...daysOf([lateThere, lateThere + 30_000], shanghai.day)]).toEqual(['2026-11-23'])
    expect([...daysOf([lateThere, lateThere + 120_000], shanghai.day)]).toEqual(['2026-11-23', '2026-11-24'])
    expect(daysOf([NOON, NOON + 5 * 86_400_000], shanghai.day).size).toBe(6)
  })
})
