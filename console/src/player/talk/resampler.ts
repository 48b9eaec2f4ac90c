/** Samples at one rate to samples at another, by a windowed sinc: no tone above the new half rate comes back as another. */

/** Zero crossings of the sinc to each side. */
const CROSSINGS = 8
/** Pass band as a part of the new half rate, so that the edge of it is silent already. */
const PASS = 0.92

export class Resampler {
  readonly #step: number
  readonly #cut: number
  readonly #reach: number
  readonly #kernels = new Map<number, Float32Array>()
  #held = new Float32Array(0)
  /** Position in `#held` of the next sample to make. */
  #at = 0

  constructor(fromHz: number, toHz: number) {
    this.#step = fromHz / toHz
    this.#cut = Math.min(1, 1 / this.#step) * PASS
    this.#reach = Math.ceil(CROSSINGS / this.#cut)
  }

  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    const held = new Float32Array(this.#held.length + samples.length)
    held.set(this.#held)
    held.set(samples, this.#held.length)
    const made: number[] = []
    let at = this.#at
    while (at + this.#reach < held.length) {
      const centre = Math.floor(at)
      const kernel = this.#kernelOf(at - centre)
      let sum = 0
      for (const [i, weight] of kernel.entries()) sum += (held[centre - this.#reach + 1 + i] ?? 0) * weight
      made.push(sum)
      at += this.#step
    }
    const done = Math.max(0, Math.floor(at) - this.#reach)
    this.#held = held.slice(done)
    this.#at = at - done
    return Float32Array.from(made)
  }

  #kernelOf(phase: number): Float32Array {
    const key = Math.round(phase * 1e6)
    const known = this.#kernels.get(key)
    if (known) return known
    const kernel = Float32Array.from({ length: 2 * this.#reach }, (_, i) => {
      const distance = i - this.#reach + 1 - phase
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / this.#reach)
      return this.#cut * sinc(this.#cut * distance) * window
    })
    this.#kernels.set(key, kernel)
    return kernel
  }
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
