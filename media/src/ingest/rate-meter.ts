const WINDOW_S = 5

interface Second {
  second: number
  frames: number
  bytes: number
}

/** Frames and bits a second over the last 5 s. */
export class RateMeter {
  #seconds: Second[] = []
  #startUs: number | undefined

  add(nowUs: number, frames: number, bytes: number): void {
    this.#startUs ??= nowUs
    const second = Math.floor(nowUs / 1e6)
    let last = this.#seconds.at(-1)
    if (last?.second !== second) {
      last = { second, frames: 0, bytes: 0 }
      this.#seconds.push(last)
      this.#prune(second)
    }
    last.frames += frames
    last.bytes += bytes
  }

  read(nowUs: number): { fps: number; kbps: number } {
    this.#prune(Math.floor(nowUs / 1e6))
    if (this.#startUs === undefined) return { fps: 0, kbps: 0 }
    // The running second is not over: the window reaches from its fifth predecessor's start to now.
    const windowS = Math.min((nowUs - this.#startUs) / 1e6, WINDOW_S + ((nowUs / 1e6) % 1))
    const spanS = Math.max(1, windowS)
    let frames = 0
    let bytes = 0
    for (const second of this.#seconds) {
      frames += second.frames
      bytes += second.bytes
    }
    return { fps: Math.round((frames / spanS) * 10) / 10, kbps: Math.round((bytes * 8) / 1000 / spanS) }
  }

  #prune(second: number): void {
    this.#seconds = this.#seconds.filter((old) => old.second >= second - WINDOW_S)
  }
}
