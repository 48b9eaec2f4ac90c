import type { RtpPacket } from '../../rtp/packet.ts'
import type { Cancel, Timers } from '../timers.ts'

export interface ReorderOptions {
  timers: Timers
  /** Whether the packet moved the stream on: one that came too late does not. */
  deliver(packet: RtpPacket, arrivalUs: number): boolean
}

interface Held {
  packet: RtpPacket
  arrivalUs: number
}

const MAX_HELD = 128
/** How long a missing packet is waited for. */
const HOLD_MS = 100
/** RFC 3550 section A.1: what lies behind by no more is a late or repeated packet, and no new begin. */
const MAX_MISORDER = 100

/** Puts the packets of one source in order again, as far as few packets and little time allow. */
export class ReorderWindow {
  readonly #options: ReorderOptions
  /** Keyed by sequence number, all ahead of `#expected`. */
  readonly #held = new Map<number, Held>()
  #expected: number | undefined
  #ssrc: number | undefined
  #cancelTimer: Cancel | undefined

  constructor(options: ReorderOptions) {
    this.#options = options
  }

  push(packet: RtpPacket, arrivalUs: number): void {
    if (this.#expected === undefined || packet.ssrc !== this.#ssrc) {
      this.#releaseAll()
      this.#ssrc = packet.ssrc
      this.#pass({ packet, arrivalUs })
      return
    }
    const ahead = (packet.sequence - this.#expected) & 0xffff
    if (ahead === 0) {
      this.#pass({ packet, arrivalUs })
      if (this.#held.size > 0) this.#releaseRun()
    } else if (ahead < MAX_HELD) {
      this.#held.set(packet.sequence, { packet, arrivalUs })
      if (!this.#cancelTimer) this.#wait()
    } else if (ahead < 0x10000 - MAX_MISORDER) {
      this.#releaseAll()
      this.#pass({ packet, arrivalUs })
    }
  }

  close(): void {
    this.#held.clear()
    this.#stopWaiting()
  }

  #pass({ packet, arrivalUs }: Held): void {
    if (this.#options.deliver(packet, arrivalUs)) this.#expected = (packet.sequence + 1) & 0xffff
  }

  /** What follows without a gap. */
  #releaseRun(): void {
    for (let next = this.#takeExpected(); next; next = this.#takeExpected()) this.#pass(next)
    this.#wait()
  }

  #takeExpected(): Held | undefined {
    const next = this.#held.get(this.#expected ?? -1)
    if (next) this.#held.delete(next.packet.sequence)
    return next
  }

  /** The missing one will not come: on to the next that is there. */
  #giveUp(): void {
    const first = this.#inOrder()[0]
    if (!first) return
    this.#held.delete(first.packet.sequence)
    this.#pass(first)
    this.#releaseRun()
  }

  #releaseAll(): void {
    const all = this.#inOrder()
    this.close()
    for (const one of all) this.#pass(one)
  }

  #inOrder(): Held[] {
    const distance = ({ packet }: Held): number => (packet.sequence - (this.#expected ?? 0)) & 0xffff
    return [...this.#held.values()].sort((a, b) => distance(a) - distance(b))
  }

  #wait(): void {
    this.#stopWaiting()
    if (this.#held.size > 0) this.#cancelTimer = this.#options.timers.after(HOLD_MS, () => this.#giveUp())
  }

  #stopWaiting(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }
}
