/** Stretches of time in which something is recorded: in order, apart from each other. */
import { NumberReader, writeNumbers } from './numbers.ts'

export interface Span {
  startMs: number
  endMs: number
}

/** What lies closer together than this is one stretch. */
export const JOINED_MS = 200

/** The union of all, in order; what is at most `joinedMs` apart becomes one. */
export function unionOf(spans: readonly Span[], joinedMs = JOINED_MS): Span[] {
  const union: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs))
    addSpan(union, startMs, endMs, joinedMs)
  return union
}

/** Adds one that begins no earlier than all before it. */
export function addSpan(union: Span[], startMs: number, endMs: number, joinedMs = JOINED_MS): void {
  const last = union.at(-1)
  if (last && startMs - last.endMs <= joinedMs) last.endMs = Math.max(last.endMs, endMs)
  else union.push({ startMs, endMs })
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
  const spans: Span[] = []
  eachSpan(packed, sinceMs, (startMs, endMs) => void spans.push({ startMs, endMs }))
  return spans
}

/** Calls back in the order in which they were packed. */
export function eachSpan(
  packed: Uint8Array,
  sinceMs: number,
  hear: (startMs: number, endMs: number) => void,
): void {
  let at = sinceMs
  for (const numbers = new NumberReader(packed); numbers.hasMore;) {
    const startMs = at + numbers.next()
    at = startMs + numbers.next()
    hear(startMs, at)
  }
}
