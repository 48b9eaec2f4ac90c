/** Samples at the wanted rate, 20 ms or so at a time. */
export type TakeSamples = (samples: Float32Array<ArrayBuffer>) => void

/** What is said to a device. */
export interface SpeechSource {
  /** From now on, at this rate; one listener at a time. `onEnded`: nothing more comes of it. */
  listen(rate: number, take: TakeSamples, onEnded: () => void): void
  /** Nobody listens any more. */
  rest(): void
}
