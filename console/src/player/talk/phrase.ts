/** A phrase that was recorded before, said at its own pace. */
import { decodeG711 } from '@vedette/contract/footage/g711'
import { G711_RATE } from '@vedette/contract/footage/sound-format'
import { Resampler } from './resampler.ts'
import type { SpeechSource, TakeSamples } from './speech-source.ts'

const PIECE_MS = 20
/** What the device has not played yet when the last of it has been sent. */
const TAIL_MS = 400

export class Phrase implements SpeechSource {
  readonly #samples: Float32Array<ArrayBuffer>
  #timer: ReturnType<typeof setInterval> | undefined

  /** Takes G.711 µ-law at 8 kHz. */
  constructor(sound: Uint8Array) {
    this.#samples = decodeG711('ulaw', sound)
  }

  listen(rate: number, take: TakeSamples, onEnded: () => void): void {
    const resampler = new Resampler(G711_RATE, rate)
    const startedAt = performance.now()
    let said = 0
    this.#timer = setInterval(() => {
      const ms = performance.now() - startedAt
      const due = Math.min(this.#samples.length, Math.ceil((ms * G711_RATE) / 1000))
      const samples = resampler.push(this.#samples.subarray(said, due))
      said = due
      if (samples.length > 0) take(samples)
      if (ms > (this.#samples.length * 1000) / G711_RATE + TAIL_MS) onEnded()
    }, PIECE_MS)
  }

  rest(): void {
    clearInterval(this.#timer)
  }
}
