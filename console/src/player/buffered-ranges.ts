/** A stretch of media time that a video element has. */
export interface BufferedRange {
  startS: number
  endS: number
}

/** What lies before `untilS`. */
export function rangesOf(buffered: TimeRanges, untilS: number): BufferedRange[] {
  return Array.from({ length: buffered.length }, (_, i) => ({
    startS: buffered.start(i),
    endS: Math.min(buffered.end(i), untilS),
  })).filter(({ startS, endS }) => startS < endS)
}
