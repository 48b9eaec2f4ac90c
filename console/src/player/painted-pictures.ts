/** The pictures that a video element has painted, each seek's included. */
const USUAL_STANDING_S = 0.04
/** How many of the last ones say how long a picture stands: some are passed over. */
const REMEMBERED = 30

export class PaintedPictures {
  #count = 0
  #takenMs: number | undefined
  #stoodS: number[] = []

  /** `takenMs`: when the picture at a media time, s, was taken; undefined while only some of the pictures are painted. */
  constructor(video: HTMLVideoElement, takenMs: (mediaS: number) => number | undefined) {
    let beforeS = 0
    const note = (_: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      const stoodS = mediaTime - beforeS
      beforeS = mediaTime
      this.#takenMs = takenMs(mediaTime)
      this.#count++
      if (this.#takenMs !== undefined && stoodS > 0.005 && stoodS < 0.25)
        this.#stoodS = [...this.#stoodS.slice(1 - REMEMBERED), stoodS]
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
  }

  get count(): number {
    return this.#count
  }

  /** When the last one was taken; undefined where that is not known. */
  get takenMs(): number | undefined {
    return this.#takenMs
  }

  /** How long the shortest of the last ones stood, ms. */
  get standingMs(): number {
    return (this.#stoodS.length > 0 ? Math.min(...this.#stoodS) : USUAL_STANDING_S) * 1000
  }
}
