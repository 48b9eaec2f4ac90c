import { expect, test } from 'vitest'

import { askedMoments, drawnGaps } from './gaps.ts'
import { type DrawnLane, paintTimeline } from './timeline-draw.ts'

const MINUTE_MS = 60_000

test('what the recorder may still tell of is no gap yet', () => {
  const spans = [0, 100_000, 200_000, 300_000]
  expect(drawnGaps(spans, 310_000)).toEqual([100_000, 200_000])
  expect(drawnGaps(spans, 400_000)).toEqual([100_000, 200_000, 300_000, 400_000])
  expect(drawnGaps([], 400_000)).toEqual([])
})

test('it is asked about the longest gaps that can be seen, each by the moment where it begins', () => {
  const gaps = Array.from({ length: 150 }, (_, i) => [i * 1000 + 0.5, i * 1000 + i]).flat()
  const moments = askedMoments(gaps, 20)
  expect(moments).toHaveLength(100)
  expect(moments[0]).toBe(50_001)
  expect(askedMoments(gaps, 148)).toEqual([149_001])
})

test('what was lost is hatched in red, what was off by schedule is a thin line, the rest is hatched in grey', () => {
  const painted: string[] = []
  const context: Record<string | symbol, unknown> = {
    measureText: () => ({ width: 0 }),
    stroke: () => painted.push(`hatch ${String(context['strokeStyle'])}`),
    fillRect: (_x: number, _y: number, _width: number, height: number) =>
      painted.push(`bar ${height} ${String(context['fillStyle'])}`),
  }
  const canvas = new Proxy(context, { get: (its, name) => its[name] ?? (() => {}) })
  const lane: DrawnLane = {
    name: 'Gate',
    spans: [],
    gaps: [MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS, 4 * MINUTE_MS, 5 * MINUTE_MS, 6 * MINUTE_MS],
    gapReasons: new Map([
      [MINUTE_MS, 'away'],
      [3 * MINUTE_MS, 'off'],
      [5 * MINUTE_MS, 'deleted'],
    ]),
  }
  const names = ['text', 'text2', 'quiet', 'line', 'lost', 'recorded', 'onDevice', 'lock', 'ring', 'wash']
  const colours = { ...Object.fromEntries(names.map((name) => [name, name])), font: 'sans', events: [] }
  const drawn = {
    view: { fromMs: 0, toMs: 10 * MINUTE_MS },
    isVertical: false,
    lanes: [lane],
    stepMs: 1,
    atMs: 0,
    nowMs: 10 * MINUTE_MS,
    label: () => '',
    dayStart: () => 0,
  }
  paintTimeline(
    canvas as unknown as CanvasRenderingContext2D,
    { widthPx: 1000, heightPx: 60 },
    drawn,
    colours as unknown as Parameters<typeof paintTimeline>[3],
  )
  const ofGaps = painted.filter((it) => it.startsWith('hatch') || it === 'bar 2 quiet')
  expect(ofGaps).toEqual(['hatch lost', 'bar 2 quiet', 'hatch line'])
})
