/** What a packet's sequence number means after those before it. */
export type SequenceStep =
  | { kind: 'next' }
  | { kind: 'gap'; lost: number }
  | { kind: 'restart' }
  | { kind: 'late' }

const NEXT: SequenceStep = { kind: 'next' }
const LATE: SequenceStep = { kind: 'late' }
const RESTART: SequenceStep = { kind: 'restart' }

/** RFC 3550 section A.1: a larger step is believed only when the packet after it follows. */
const MAX_DROPOUT = 3000

/** Counts one source's packets. Nothing is put in order again: over TCP nothing comes out of order. */
export class SequenceTracker {
  #expected: number | undefined
  #afterJump: number | undefined
  #ssrc: number | undefined

  step(sequence: number, ssrc: number): SequenceStep {
    const following = (sequence + 1) & 0xffff
    if (this.#expected === undefined || ssrc !== this.#ssrc) {
      const isFirst = this.#expected === undefined
      this.#ssrc = ssrc
      this.#expected = following
      this.#afterJump = undefined
      return isFirst ? NEXT : RESTART
    }
    const ahead = (sequence - this.#expected) & 0xffff
    if (ahead < MAX_DROPOUT) {
      this.#expected = following
      this.#afterJump = undefined
      return ahead === 0 ? NEXT : { kind: 'gap', lost: ahead }
    }
    if (sequence === this.#afterJump) {
      this.#expected = following
      this.#afterJump = undefined
      return RESTART
    }
    this.#afterJump = following
    return LATE
  }
}
