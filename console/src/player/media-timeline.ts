/** Which frame stands where on a player's media time. */

const REMEMBERED = 1000
const ROUNDING_S = 0.002

export interface Placed {
  stream: number
  arrivalUs: number
}

interface Entry extends Placed {
  mediaTimeS: number
}

export class MediaTimeline {
  #entries: Entry[] = []
  #keyTimesS: number[] = []

  add(mediaTimeS: number, frame: Placed, isKey: boolean): void {
    this.#entries.push({ mediaTimeS, stream: frame.stream, arrivalUs: frame.arrivalUs })
    if (this.#entries.length > REMEMBERED) this.#entries.shift()
    if (isKey) this.#keyTimesS.push(mediaTimeS)
  }

  /** The frame that is painted at this media time, which the browser rounds. */
  at(mediaTimeS: number): Placed | undefined {
    return this.#entries.findLast((it) => Math.abs(it.mediaTimeS - mediaTimeS) < ROUNDING_S)
  }

  /**
   * The newest key frame at or before a media time, and forgets the older ones. MSE removes up to the next key frame after the end
   * that it is given, so that any other end would remove the pictures being played.
   */
  keyBefore(mediaTimeS: number): number | undefined {
    const index = this.#keyTimesS.findLastIndex((it) => it <= mediaTimeS)
    if (index > 0) this.#keyTimesS.splice(0, index)
    return index < 0 ? undefined : this.#keyTimesS[0]
  }
}
