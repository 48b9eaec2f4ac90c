const REMEMBERED = 10

interface Sample {
  offsetUs: number
  roundTripUs: number
}

/** The gate's clock minus ours, from pings: the quickest of the last ten was disturbed least. */
export class ClockOffset {
  readonly #samples: Sample[] = []

  /** Returns the best estimate, in µs. */
  add(sentUs: number, gateUs: number, receivedUs: number): number {
    const roundTripUs = receivedUs - sentUs
    this.#samples.push({ roundTripUs, offsetUs: gateUs - (sentUs + roundTripUs / 2) })
    if (this.#samples.length > REMEMBERED) this.#samples.shift()
    return this.#samples.reduce((best, it) => (it.roundTripUs < best.roundTripUs ? it : best)).offsetUs
  }
}
