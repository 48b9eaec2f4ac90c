const PACKETS_PER_SECOND = 20_000
const BYTES_PER_SECOND = 32 << 20
/** What was held up on the way comes at once. */
const BURST_SECONDS = 2
const US_PER_SECOND = 1_000_000

/** So that one camera cannot take the time of all others in its shard: 4K at 50 Mbit/s is 4,500 packets a second. */
export class TrafficLimit {
  #packets = PACKETS_PER_SECOND * BURST_SECONDS
  #bytes = BYTES_PER_SECOND * BURST_SECONDS
  #lastUs: number | undefined

  /** Says what is too much; `undefined` while nothing is. */
  take(bytes: number, nowUs: number): string | undefined {
    const seconds = Math.max(0, nowUs - (this.#lastUs ?? nowUs)) / US_PER_SECOND
    this.#lastUs = nowUs
    const refill = (left: number, perSecond: number): number =>
      Math.min(left + seconds * perSecond, perSecond * BURST_SECONDS)
    this.#packets = refill(this.#packets, PACKETS_PER_SECOND) - 1
    this.#bytes = refill(this.#bytes, BYTES_PER_SECOND) - bytes
    if (this.#packets < 0) return `more than ${PACKETS_PER_SECOND} packets a second`
    if (this.#bytes < 0) return `more than ${BYTES_PER_SECOND} bytes a second`
    return undefined
  }
}
