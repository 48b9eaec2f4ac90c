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
    // Packets that came at once have nothing to refill.
    if (nowUs !== this.#lastUs) this.#refill(nowUs)
    this.#packets--
    this.#bytes -= bytes
    if (this.#packets < 0) return `more than ${PACKETS_PER_SECOND} packets a second`
    if (this.#bytes < 0) return `more than ${BYTES_PER_SECOND} bytes a second`
    return undefined
  }

  #refill(nowUs: number): void {
    const seconds = Math.max(0, nowUs - (this.#lastUs ?? nowUs)) / US_PER_SECOND
    this.#lastUs = nowUs
    const [packets, bytes] = [PACKETS_PER_SECOND, BYTES_PER_SECOND]
    this.#packets = Math.min(this.#packets + seconds * packets, packets * BURST_SECONDS)
    this.#bytes = Math.min(this.#bytes + seconds * bytes, bytes * BURST_SECONDS)
  }
}
