/** Decoding in this process by the optional package `node-av`. */
import type { CodecContext, Frame, Packet, SoftwareScaleContext } from 'node-av/lib'

import type { Picture } from '../picture.ts'
import {
  type DecoderHooks,
  type Decoders,
  LookPace,
  pictureOf,
  pictureSize,
  type StreamDecoder,
} from './decoder.ts'
import { isDisposable, type StreamConfiguration, type VideoUnit } from './live-video.ts'

interface Libav {
  lib: typeof import('node-av/lib')
  constants: typeof import('node-av/constants')
}

/** Undefined where the package is not installed or does not load. */
export async function findLibav(): Promise<Decoders | undefined> {
  try {
    const [lib, constants] = await Promise.all([import('node-av/lib'), import('node-av/constants')])
    // Broken pictures of cameras are no news; each would be a line.
    lib.Log.setLevel(constants.AV_LOG_QUIET)
    const libav = { lib, constants }
    return { name: 'node-av', open: (hooks) => new LibavDecoder(libav, hooks) }
  } catch {
    // An optional dependency: the next decoder is asked for.
    return undefined
  }
}

class LibavDecoder implements StreamDecoder {
  readonly #libav: Libav
  readonly #hooks: DecoderHooks
  readonly #pace = new LookPace()
  readonly #packet: Packet
  readonly #frame: Frame
  readonly #scaled: Frame
  #configuration: StreamConfiguration | undefined
  #codec: CodecContext | undefined
  #scaler: SoftwareScaleContext | undefined
  #scalesFrom = ''

  constructor(libav: Libav, hooks: DecoderHooks) {
    this.#libav = libav
    this.#hooks = hooks
    const { lib } = libav
    this.#packet = new lib.Packet()
    this.#frame = new lib.Frame()
    this.#scaled = new lib.Frame()
    this.#packet.alloc()
    this.#frame.alloc()
  }

  configure(configuration: StreamConfiguration): void {
    this.#codec?.freeContext()
    this.#codec = undefined
    this.#configuration = configuration
    this.#pace.reset()
    const { lib, constants } = this.#libav
    const id = configuration.codec === 'h264' ? constants.AV_CODEC_ID_H264 : constants.AV_CODEC_ID_HEVC
    const codec = lib.Codec.findDecoder(id)
    if (!codec) return this.#hooks.onFault(`node-av has no decoder for ${configuration.codec}`)
    const context = new lib.CodecContext()
    context.allocContext3(codec)
    context.extraData = Buffer.from(configuration.record)
    context.threadCount = 1
    context.width = configuration.width
    context.height = configuration.height
    context.setFlags(constants.AV_CODEC_FLAG_LOW_DELAY)
    const code = context.open2Sync(codec, null)
    if (code >= 0) this.#codec = context
    else this.#hooks.onFault(`the decoder of ${configuration.codec} can't be opened: ${code}`)
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
    this.#scaler?.freeContext()
    this.#packet.free()
    this.#frame.free()
    if (this.#scalesFrom !== '') this.#scaled.free()
  }

  #picture(): Picture | undefined {
    const { constants } = this.#libav
    const { width, height, format } = this.#frame
    const size = pictureSize({ width, height })
    const isPlain = format === constants.AV_PIX_FMT_YUV420P || format === constants.AV_PIX_FMT_YUVJ420P
    if (isPlain && size.width === width && size.height === height)
      return pictureOf(this.#frame.toBuffer(), size)
    const scaler = this.#scalerFor(width, height, format, size)
    const code = scaler.scaleFrameSync(this.#scaled, this.#frame)
    if (code >= 0) return pictureOf(this.#scaled.toBuffer(), size)
    this.#hooks.onFault(`a picture of ${width} × ${height} can't be scaled: ${code}`)
    return undefined
  }

  #scalerFor(
    width: number,
    height: number,
    format: Frame['format'],
    size: Pick<Picture, 'width' | 'height'>,
  ): SoftwareScaleContext {
    const from = `${width} ${height} ${format}`
    if (this.#scaler && this.#scalesFrom === from) return this.#scaler
    this.#scaler?.freeContext()
    const { lib, constants } = this.#libav
    const scaler = new lib.SoftwareScaleContext()
    const [yuv, fast] = [constants.AV_PIX_FMT_YUV420P, constants.SWS_FAST_BILINEAR]
    // The frame's own format where it is a picture's.
    scaler.getContext(width, height, pixelFormat(format), size.width, size.height, yuv, fast)
    if (this.#scalesFrom !== '') this.#scaled.free()
    this.#scaled.alloc()
    this.#scaled.width = size.width
    this.#scaled.height = size.height
    this.#scaled.format = yuv
    this.#scaled.allocBuffer()
    this.#scaler = scaler
    this.#scalesFrom = from
    return scaler
  }
}

/** A decoder of video answers formats of pixels alone. */
function pixelFormat(format: Frame['format']): Parameters<SoftwareScaleContext['getContext']>[2] {
  return format as Parameters<SoftwareScaleContext['getContext']>[2]
}
