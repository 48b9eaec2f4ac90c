/** Recorded spans as the wire has them: start, end, start, end, … in order. */

export function isCovered(spans: readonly number[], atMs: number): boolean {
  for (let i = 0; i + 1 < spans.length; i += 2)
    if ((spans[i] ?? 0) <= atMs && atMs < (spans[i + 1] ?? 0)) return true
  return false
}

/** Where the next span begins after a moment. */
export function nextStart(spans: readonly number[], atMs: number): number | undefined {
  for (let i = 0; i < spans.length; i += 2) if ((spans[i] ?? 0) > atMs) return spans[i]
  return undefined
}

/** Up to where there is something before a moment: the moment itself within a span. */
export function endBefore(spans: readonly number[], atMs: number): number | undefined {
  const start = spans.findLastIndex((ms, i) => i % 2 === 0 && ms < atMs)
  return start < 0 ? undefined : Math.min(spans[start + 1] ?? atMs, atMs)
}

export function unionOf(lanes: readonly (readonly number[])[]): number[] {
  const all = lanes.flatMap((spans) =>
    spans.flatMap((start, i) => (i % 2 === 0 ? [{ start, end: spans[i + 1] ?? start }] : [])),
  )
  const union: number[] = []
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    const last = union.length - 1
    if (last > 0 && start <= (union[last] ?? 0)) union[last] = Math.max(union[last] ?? 0, end)
    else union.push(start, end)
  }
  return union
}

/** What is not recorded of a time, as spans. */
export function gapsOf(spans: readonly number[], fromMs: number, toMs: number): number[] {
  const gaps: number[] = []
  let at = fromMs
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [start = 0, end = 0] = [spans[i], spans[i + 1]]
    if (end <= at) continue
    if (start >= toMs) break
    if (start > at) gaps.push(at, start)
    at = end
  }
  if (at < toMs) gaps.push(at, toMs)
  return gaps
}

/** The days on which something is recorded, by the company's calendar. */
export function daysOf(spans: readonly number[], dayOf: (ms: number) => string): Set<string> {
  const days = new Set<string>()
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [start = 0, end = 0] = [spans[i], spans[i + 1]]
    // Half a day at a time meets each day of a span, whatever the clocks do on it.
    for (let ms = start; ms < end; ms += 43_200_000) days.add(dayOf(ms))
    days.add(dayOf(Math.max(start, end - 1)))
  }
  return days
}

/** How much of a time is recorded, 0 to 1. */
export function partRecorded(spans: readonly number[], fromMs: number, toMs: number): number {
  let recorded = 0
  for (let i = 0; i + 1 < spans.length; i += 2)
    recorded += Math.max(0, Math.min(spans[i + 1] ?? 0, toMs) - Math.max(spans[i] ?? 0, fromMs))
  return toMs > fromMs ? recorded / (toMs - fromMs) : 0
}
