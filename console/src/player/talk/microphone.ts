/** What the person says, as samples at the rate that is wanted. */
import workletUrl from './microphone-worklet.ts?worker&url'
import { Resampler } from './resampler.ts'
import type { SpeechSource, TakeSamples } from './speech-source.ts'

export type MicrophoneTrouble = 'insecure' | 'noMicrophone' | 'denied'
export type MicrophoneOutcome =
  | { ok: true; microphone: Microphone }
  | { ok: false; trouble: MicrophoneTrouble }

/** Named before the person is asked for anything. */
export function microphoneTrouble(): MicrophoneTrouble | undefined {
  if (!isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && 'AudioWorkletNode' in globalThis ? undefined : 'noMicrophone'
}

export class Microphone implements SpeechSource {
  readonly #context: AudioContext
  readonly #gatherer: AudioWorkletNode
  readonly #stream: MediaStream
  #onEnded: () => void = () => {}

  private constructor(context: AudioContext, stream: MediaStream) {
    this.#context = context
    this.#stream = stream
    this.#gatherer = new AudioWorkletNode(context, 'gatherer', { numberOfOutputs: 0, channelCount: 1 })
    context.createMediaStreamSource(stream).connect(this.#gatherer)
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.#onEnded())
  }

  /** Asks the person where the browser does. */
  static async open(): Promise<MicrophoneOutcome> {
    const trouble = microphoneTrouble()
    if (trouble) return { ok: false, trouble }
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      })
    } catch (cause) {
      const isDenied = cause instanceof DOMException && cause.name === 'NotAllowedError'
      return { ok: false, trouble: isDenied ? 'denied' : 'noMicrophone' }
    }
    const context = new AudioContext({ latencyHint: 'interactive' })
    await context.audioWorklet.addModule(workletUrl)
    return { ok: true, microphone: new Microphone(context, stream) }
  }

  /** From now on; one listener at a time. `onEnded`: it was unplugged, or the person took it back. */
  listen(rate: number, take: TakeSamples, onEnded: () => void): void {
    const resampler = new Resampler(this.#context.sampleRate, rate)
    this.#onEnded = onEnded
    this.#gatherer.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      const samples = resampler.push(data)
      if (samples.length > 0) take(samples)
    }
    void this.#context.resume()
  }

  /** The microphone goes on, and nobody hears it. */
  rest(): void {
    this.#gatherer.port.onmessage = null
    this.#onEnded = () => {}
  }

  close(): void {
    this.rest()
    for (const track of this.#stream.getTracks()) track.stop()
    void this.#context.close()
  }
}
