/** A voice at ordinary loudness fills half of the meter. */
const METER_GAIN = 5

/** How loud it is, 0 to 1. */
export function levelOf(samples: Float32Array): number {
  const squares = samples.reduce((sum, sample) => sum + sample * sample, 0)
  return Math.min(1, Math.sqrt(squares / samples.length) * METER_GAIN)
}
