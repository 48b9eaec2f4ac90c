import { expect, test } from 'vitest'

import { footageBeyond } from './beyond.ts'

const DAY_MS = 86_400_000
const NOW_MS = 2000 * DAY_MS
const KEY = 'GATE-1'
const TEN_MINUTES = 600_000 / DAY_MS

/** A server that has these spans of a camera. */
function recorded(...spans: [number, number][]) {
  const asked: number[] = []
  return {
    asked,
    ask: async ({ From, To }: { From: number; To: number; Step: number }) => {
      asked.push((To - From) / DAY_MS)
      const within = spans.filter(([start, end]) => start < To && end > From)
      return new Map([[KEY, within.flatMap(([start, end]) => [Math.max(start, From), Math.min(end, To)])]])
    },
  }
}

const begin = [100 * DAY_MS, 101 * DAY_MS] as [number, number]

test.each([
  ['a night on', 1, 99.5 * DAY_MS, 100 * DAY_MS, [TEN_MINUTES, 2]],
  ['weeks on', 1, 80 * DAY_MS, 100 * DAY_MS, [TEN_MINUTES, 2, 31]],
  ['years on', 1, 1 * DAY_MS, 100 * DAY_MS, [TEN_MINUTES, 2, 31, 1999]],
  ['a night before', -1, 101.5 * DAY_MS, 101 * DAY_MS, [TEN_MINUTES, 2]],
  ['years before', -1, 900 * DAY_MS, 101 * DAY_MS, [TEN_MINUTES, 2, 31, 900]],
] as const)('footage is found %s', async (_, towards, fromMs, foundMs, reaches) => {
  const { ask, asked } = recorded(begin)
  const { ofKey } = await footageBeyond(ask, fromMs, { towards, nowMs: NOW_MS })
  expect(ofKey.get(KEY)).toBe(foundMs)
  expect(asked).toEqual(reaches)
})

test('where there is none, that is known after all of time was looked through', async () => {
  const { ask, asked } = recorded(begin)
  const { ofKey } = await footageBeyond(ask, 200 * DAY_MS, { towards: 1, nowMs: NOW_MS })
  expect(ofKey.size).toBe(0)
  expect(asked).toEqual([TEN_MINUTES, 2, 31, 1800])
  await footageBeyond(ask, NOW_MS, { towards: 1, nowMs: NOW_MS })
  expect(asked).toHaveLength(4)
})

test('behind a gap that the timeline does not show, what lies before the moment does not count', async () => {
  const [startMs, endMs] = [100 * DAY_MS, 100 * DAY_MS + 30_000]
  const { ask } = recorded([startMs - DAY_MS, startMs], [endMs, endMs + DAY_MS])
  const found = async (towards: 1 | -1, atMs: number) =>
    (await footageBeyond(ask, atMs - towards * 5000, { towards, nowMs: NOW_MS, atMs })).ofKey.get(KEY)
  expect(await found(1, startMs + 4000)).toBe(endMs)
  expect(await found(-1, endMs - 4000)).toBe(startMs)
})
