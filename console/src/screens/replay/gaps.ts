/** Where nothing is recorded between the recordings in reach, and why. */
import type { ReplyOf } from '@vedette/contract/call'
import { MAX_GAPS, type recordGaps } from '@vedette/contract/calls/record'

import { gapsOf } from '../../ui/coverage/spans.ts'

export type GapReason = ReplyOf<typeof recordGaps>['Reasons'][number]

/** By the moment that stands for a gap. */
export type GapReasons = ReadonlyMap<number, GapReason>

/** The recorder tells with a delay, so that at the newest end a gap is not certain at once. */
const CERTAIN_MS = 30_000

/** From the first recording in reach on. */
export function drawnGaps(spans: readonly number[], nowMs: number): number[] {
  const [first] = spans
  if (first === undefined) return []
  const gaps = gapsOf(spans, first, nowMs)
  const last = gaps.length - 2
  const isAtEnd = (gaps[last] ?? 0) >= (spans.at(-1) ?? 0)
  return isAtEnd && (gaps[last + 1] ?? 0) - (gaps[last] ?? 0) < CERTAIN_MS ? gaps.slice(0, last) : gaps
}

/** The moment that stands for a gap: where it begins. */
export const gapMoment = (startMs: number): number => Math.ceil(startMs)

/** What is asked about: the longest gaps that are large enough to be seen. */
export function askedMoments(gaps: readonly number[], leastMs: number): number[] {
  return gaps
    .flatMap((startMs, i) => (i % 2 === 0 ? [{ startMs, lengthMs: (gaps[i + 1] ?? startMs) - startMs }] : []))
    .filter(({ lengthMs }) => lengthMs >= leastMs)
    .toSorted((a, b) => b.lengthMs - a.lengthMs)
    .slice(0, MAX_GAPS)
    .map(({ startMs }) => gapMoment(startMs))
    .toSorted((a, b) => a - b)
}
