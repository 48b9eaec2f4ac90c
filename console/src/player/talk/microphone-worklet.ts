/** In the audio thread: gathers what the microphone hears into pieces of 20 ms, so that the page is not woken for each 3 ms of it. */

/** What the DOM library does not declare of an AudioWorkletGlobalScope. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void
declare const sampleRate: number

const PIECE_S = 0.02

class Gatherer extends AudioWorkletProcessor {
  #piece = new Float32Array(Math.round(sampleRate * PIECE_S))
  #filled = 0

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#piece[this.#filled++] = sample
      if (this.#filled === this.#piece.length) this.#post()
    }
    return true
  }

  #post(): void {
    this.port.postMessage(this.#piece, [this.#piece.buffer])
    this.#piece = new Float32Array(Math.round(sampleRate * PIECE_S))
    this.#filled = 0
  }
}

registerProcessor('gatherer', Gatherer)
