import type { AccessUnit } from '../access-unit.ts'
import type { SenderReport } from '../rtp/rtcp.ts'

type Kind = AccessUnit['kind']

/** Reports that contradict arrival by more are of a camera whose two clocks are not one. */
const MAX_CONTRADICTION_US = 2_000_000
/** Smaller corrections are not worth a disturbance. */
const MIN_CORRECTION_US = 20_000

/**
 * How the audio's RTP clock stands to the video's: by sender reports, which name one instant on both
 * (RFC 3550 section 6.4.1), and by the least delayed arrivals until both have reported.
 */
export class ClockAlignment {
  readonly #arrival = new Map<Kind, number>()
  readonly #report = new Map<Kind, number>()
  #shiftUs: number | undefined

  arrived(unit: AccessUnit): void {
    const delayUs = unit.arrivalUs - unit.timestampUs
    const least = this.#arrival.get(unit.kind)
    if (least !== undefined && least <= delayUs) return
    this.#arrival.set(unit.kind, delayUs)
    this.#settle()
  }

  reported(report: SenderReport): void {
    this.#report.set(report.kind, report.ntpUs - report.rtpTimestampUs)
    this.#settle()
  }

  /** What an audio time stamp lacks to stand on the video's timeline; undefined until both have arrived. */
  get audioShiftUs(): number | undefined {
    return this.#shiftUs
  }

  #settle(): void {
    const byArrival = shift(this.#arrival)
    if (byArrival === undefined) return
    const byReport = shift(this.#report)
    const isTrusted = byReport !== undefined && Math.abs(byReport - byArrival) <= MAX_CONTRADICTION_US
    const wanted = isTrusted ? byReport : byArrival
    if (this.#shiftUs === undefined || Math.abs(wanted - this.#shiftUs) > MIN_CORRECTION_US)
      this.#shiftUs = wanted
  }
}

/** Turns offsets into a shift of wall time, one for each kind. */
function shift(offsets: Map<Kind, number>): number | undefined {
  const audio = offsets.get('audio')
  const video = offsets.get('video')
  return audio === undefined || video === undefined ? undefined : audio - video
}
