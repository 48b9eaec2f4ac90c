/** The sound of one window where MSE does not play it: G.711 always, AAC beside a picture by WebCodecs. */
import { aacConfigOf } from './aac-config.ts'
import { decodeG711 } from '@vedette/contract/footage/g711'
import { PlayHead } from './play-head.ts'
import { G711_RATE, lawOf } from '@vedette/contract/footage/sound-format'
import type { Configuration, Frame, MediaItem } from './worker-messages.ts'

type Decode = (frame: Frame) => void

export class SoundOutput {
  readonly #context = new AudioContext({ latencyHint: 'interactive' })
  readonly #gain = this.#context.createGain()
  readonly #head = new PlayHead()
  #decode: Decode | undefined
  #decoder: AudioDecoder | undefined

  constructor() {
    this.#gain.connect(this.#context.destination)
  }

  setVolume(volume: number): void {
    this.#gain.gain.value = volume
  }

  take(items: readonly MediaItem[]): void {
    for (const item of items) {
      if (item.kind === 'configuration') this.configure(item)
      else if (item.kind === 'audio' && !item.isCached) this.#decode?.(item)
    }
  }

  configure(configuration: Configuration): void {
    this.#closeDecoder()
    const { audio, audioRate = G711_RATE } = configuration.format
    const law = lawOf(audio)
    if (law) this.#decode = (frame) => this.#play([decodeG711(law, frame.decoderData)], audioRate)
    else this.#decode = audio ? this.#aacDecode(audio, configuration) : undefined
  }

  close(): void {
    this.#closeDecoder()
    void this.#context.close()
  }

  #aacDecode(codec: string, { segment }: Configuration): Decode | undefined {
    const config = aacConfigOf(segment)
    if (!config || !('AudioDecoder' in globalThis)) return undefined
    const decoder = new AudioDecoder({
      output: (data) => {
        this.#play(planesOf(data), data.sampleRate)
        data.close()
      },
      // A window without sound goes on without it; the next configuration tries again.
      error: () => (this.#decode = undefined),
    })
    const { description, sampleRate, channels } = config
    decoder.configure({ codec, description, sampleRate, numberOfChannels: channels })
    this.#decoder = decoder
    return ({ timestampUs, decoderData }) => {
      if (decoder.state === 'configured')
        decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: timestampUs, data: decoderData }))
    }
  }

  #closeDecoder(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#decode = undefined
  }

  #play(planes: readonly Float32Array<ArrayBuffer>[], sampleRate: number): void {
    const [first] = planes
    if (!first || first.length === 0) return
    const startS = this.#head.place(first.length / sampleRate, this.#context.currentTime)
    if (startS === undefined) return
    const buffer = this.#context.createBuffer(planes.length, first.length, sampleRate)
    for (const [channel, plane] of planes.entries()) buffer.copyToChannel(plane, channel)
    const source = this.#context.createBufferSource()
    source.buffer = buffer
    source.connect(this.#gain)
    source.start(startS)
  }
}

function planesOf(data: AudioData): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(data.numberOfFrames)
    data.copyTo(plane, { planeIndex, format: 'f32-planar' })
    return plane
  })
}
