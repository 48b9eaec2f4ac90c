import type { Picture } from '../picture.ts'
import type { StreamConfiguration, VideoUnit } from './live-video.ts'

/** Decodes one stream into pictures of at most `LOOKS_PER_S` a second, no wider than `LARGEST_WIDTH`. */
export interface StreamDecoder {
  /** A new epoch: what follows begins with a key frame. */
  configure(configuration: StreamConfiguration): void
  push(unit: VideoUnit): void
  /** More waits to be decoded than a moment's worth. */
  isBehind(): boolean
  close(): void
}

export interface DecoderHooks {
  /** The picture is the receiver's to keep. */
  onPicture(picture: Picture, atMs: number): void
  /** The stream can't be decoded as it is; what follows may be. */
  onFault(detail: string): void
}

export interface Decoders {
  readonly name: 'node-av' | 'ffmpeg'
  open(hooks: DecoderHooks): StreamDecoder
}

export type DecodersOutcome = { ok: true; decoders: Decoders } | { ok: false; detail: string }

export const LOOKS_PER_S = 5
export const LARGEST_WIDTH = 640
const LOOK_US = 1e6 / LOOKS_PER_S
/** A stream of 5 pictures a second trembles. */
const EARLY_US = 20_000

/** Which pictures of a stream are to be looked at, by their place on its timeline. */
export class LookPace {
  #nextUs = -Infinity

  isDue(timestampUs: number): boolean {
    return timestampUs >= this.#nextUs - EARLY_US
  }

  look(timestampUs: number): void {
    const isSteady = timestampUs - this.#nextUs < LOOK_US
    this.#nextUs = (isSteady ? this.#nextUs : timestampUs) + LOOK_US
  }

  reset(): void {
    this.#nextUs = -Infinity
  }
}

/** Even sides, no wider than the largest. */
export function pictureSize({ width, height }: Pick<Picture, 'width' | 'height'>) {
  const scale = Math.min(1, LARGEST_WIDTH / width)
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** The planes of I420 bytes that stand one behind the other. */
export function pictureOf(bytes: Uint8Array, { width, height }: Pick<Picture, 'width' | 'height'>): Picture {
  const luma = width * height
  const chroma = ((width + 1) >> 1) * ((height + 1) >> 1)
  return {
    width,
    height,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + chroma),
    v: bytes.subarray(luma + chroma, luma + 2 * chroma),
  }
}
