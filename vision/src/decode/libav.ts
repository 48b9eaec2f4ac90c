/** Decoding in this process by the optional package `node-av`. */
import type { CodecContext, Frame, Packet } from 'node-av/lib'

import type { Picture } from '../picture.ts'
import {
  type DecoderHooks,
  type Decoders,
  LookPace,
  pictureOf,
  pictureSize,
  type StreamDecoder,
} from './decoder.ts'
import { FrameScaler } from './frame-scaler.ts'
import { type Libav, loadLibav, openDecoder } from './load-libav.ts'
import { isDisposable, type StreamConfiguration, type VideoUnit } from './live-video.ts'

export async function findLibav(): Promise<Decoders | undefined> {
  const libav = await loadLibav()
  return libav && { name: 'node-av', open: (hooks) => new LibavDecoder(libav, hooks) }
}

class LibavDecoder implements StreamDecoder {
  readonly #libav: Libav
  readonly #hooks: DecoderHooks
  readonly #pace = new LookPace()
  readonly #packet: Packet
  readonly #frame: Frame
  readonly #scaler: FrameScaler
  #configuration: StreamConfiguration | undefined
  #codec: CodecContext | undefined

  constructor(libav: Libav, hooks: DecoderHooks) {
    this.#libav = libav
    this.#hooks = hooks
    const { lib } = libav
    this.#packet = new lib.Packet()
    this.#frame = new lib.Frame()
    this.#scaler = new FrameScaler(libav)
    this.#packet.alloc()
    this.#frame.alloc()
  }

  configure(configuration: StreamConfiguration): void {
    this.#codec?.freeContext()
    this.#codec = undefined
    this.#configuration = configuration
    this.#pace.reset()
    const opened = openDecoder(this.#libav, configuration)
    if (typeof opened === 'string') this.#hooks.onFault(opened)
    else this.#codec = opened
  }

  push(unit: VideoUnit): void {
    const [codec, configuration] = [this.#codec, this.#configuration]
    if (!codec || !configuration) return
    const isDue = this.#pace.isDue(unit.timestampUs)
    if (!isDue && isDisposable(configuration.codec, unit)) return
    const packet = this.#packet
    packet.data = unit.units
    packet.pts = BigInt(unit.timestampUs)
    packet.isKeyframe = unit.isKey
    codec.sendPacketSync(packet)
    packet.unref()
    while (codec.receiveFrameSync(this.#frame) >= 0) {
      const timestampUs = Number(this.#frame.pts)
      if (this.#pace.isDue(timestampUs)) {
        this.#pace.look(timestampUs)
        const picture = this.#picture()
        if (picture) this.#hooks.onPicture(picture, unit.arrivalMs)
      }
      this.#frame.unref()
    }
  }

  isBehind(): boolean {
    return false
  }

  close(): void {
    this.#codec?.freeContext()
    this.#codec = undefined
    this.#scaler.close()
    this.#packet.free()
    this.#frame.free()
  }

  #picture(): Picture | undefined {
    const { constants } = this.#libav
    const { width, height, format } = this.#frame
    const size = pictureSize({ width, height })
    const isPlain = format === constants.AV_PIX_FMT_YUV420P || format === constants.AV_PIX_FMT_YUVJ420P
    if (isPlain && size.width === width && size.height === height)
      return pictureOf(this.#frame.toBuffer(), size)
    const scaled = this.#scaler.scale(this.#frame, size)
    if (typeof scaled !== 'string') return pictureOf(scaled.toBuffer(), size)
    this.#hooks.onFault(scaled)
    return undefined
  }
}
