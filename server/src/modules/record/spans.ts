/** Stretches of time in which something is recorded: in order, apart from each other. */
import { readNumbers, writeNumbers } from './numbers.ts'

export interface Span {
  startMs: number
  endMs: number
}

/** What lies closer together than this is one stretch. */
export const JOINED_MS = 200

/** The union of all, in order; what is at most `joinedMs` apart becomes one. */
export function unionOf(spans: readonly Span[], joinedMs = JOINED_MS): Span[] {
  const union: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = union.at(-1)
    if (last && startMs - last.endMs <= joinedMs) last.endMs = Math.max(last.endMs, endMs)
    else union.push({ startMs, endMs })
  }
  return union
}

/** What of the spans lies between two moments. */
export function within(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  return spans
    .filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs)
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
}

export function packSpans(spans: readonly Span[], sinceMs: number): Uint8Array {
  let at = sinceMs
  return writeNumbers(
    spans.flatMap(({ startMs, endMs }) => {
      const pair = [startMs - at, endMs - startMs]
      at = endMs
      return pair
    }),
  )
}

export function unpackSpans(packed: Uint8Array, sinceMs: number): Span[] {
  const numbers = readNumbers(packed)
  const spans: Span[] = []
  let at = sinceMs
  for (let i = 0; i + 2 <= numbers.length; i += 2) {
    const [waited = 0, lasted = 0] = numbers.slice(i, i + 2)
    spans.push({ startMs: at + waited, endMs: at + waited + lasted })
    at += waited + lasted
  }
  return spans
}
