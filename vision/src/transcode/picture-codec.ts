/** H.265 (or H.264) made into H.264 picture by picture, in this process, by the optional package `node-av`. */
import type { CodecContext, Frame, Packet } from 'node-av/lib'

import { FrameScaler } from '../decode/frame-scaler.ts'
import { type Libav, openDecoder } from '../decode/load-libav.ts'
import type { StreamConfiguration } from '../decode/live-video.ts'

/** The first that can be opened is taken. */
const ENCODERS = [
  {
    name: 'FF_ENCODER_LIBX264',
    options: { preset: 'superfast', tune: 'zerolatency', crf: '24', 'forced-idr': '1' },
  },
  { name: 'FF_ENCODER_LIBOPENH264', options: { rc_mode: 'bitrate', allow_skip_frames: '1' } },
] as const
/** Larger pictures are made smaller: what they cost grows with their area. */
const LARGEST = { width: 1920, height: 1080 }
/** Key frames are so far apart: a new viewer begins with one. */
const KEY_EVERY_US = 2_000_000
/** Bits a second at most, for each pixel of the picture. */
const BITS_PER_PIXEL = 2.5
const RATE_WINDOW_S = 1
/** Only for what the encoder spends on a picture; each has its own time. */
const USUAL_FPS = 25

export interface EncodedPicture {
  /** Annex B. */
  bytes: Buffer
  timestampUs: number
}

interface Size {
  width: number
  height: number
}

/** The size of the converted picture: even sides, no larger than `LARGEST`. */
export function convertedSize({ width, height }: Size): Size {
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height)
  const even = (side: number): number => Math.max(2, Math.floor((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** Why this machine can't encode H.264; undefined when it can. */
export function encoderFault(libav: Libav): string | undefined {
  const opened = openEncoder(libav, { width: 160, height: 96 })
  if (typeof opened === 'string') return opened
  opened.freeContext()
  return undefined
}

export class PictureCodec {
  readonly #libav: Libav
  readonly #decoder: CodecContext
  readonly #scaler: FrameScaler
  readonly #packet: Packet
  readonly #frame: Frame
  #encoder: CodecContext | undefined
  #size: Size = { width: 0, height: 0 }
  #keyUs = -Infinity

  private constructor(libav: Libav, decoder: CodecContext) {
    this.#libav = libav
    this.#decoder = decoder
    this.#scaler = new FrameScaler(libav)
    this.#packet = new libav.lib.Packet()
    this.#frame = new libav.lib.Frame()
    this.#packet.alloc()
    this.#frame.alloc()
  }

  /** A string says why there is none. */
  static open(libav: Libav, configuration: StreamConfiguration): PictureCodec | string {
    const decoder = openDecoder(libav, configuration)
    return typeof decoder === 'string' ? decoder : new PictureCodec(libav, decoder)
  }

  /** `mayEncode` is asked of each picture that comes out: what is only decoded costs a part of it. */
  push(
    access: { units: Buffer; timestampUs: number; isKey: boolean },
    mayEncode: (timestampUs: number) => boolean,
  ): EncodedPicture[] {
    const packet = this.#packet
    packet.data = access.units
    packet.pts = BigInt(access.timestampUs)
    packet.isKeyframe = access.isKey
    this.#decoder.sendPacketSync(packet)
    packet.unref()
    const encoded: EncodedPicture[] = []
    while (this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      if (mayEncode(Number(this.#frame.pts))) encoded.push(...this.#encode(this.#frame))
      this.#frame.unref()
    }
    return encoded
  }

  /** The next picture is a key frame. */
  askForKey(): void {
    this.#keyUs = -Infinity
  }

  close(): void {
    this.#decoder.freeContext()
    this.#encoder?.freeContext()
    this.#scaler.close()
    this.#packet.free()
    this.#frame.free()
  }

  #encode(decoded: Frame): EncodedPicture[] {
    const { constants } = this.#libav
    const timestampUs = Number(decoded.pts)
    const encoder = this.#encoderFor(decoded)
    const { width, height } = this.#size
    const isPlain = decoded.format === constants.AV_PIX_FMT_YUV420P
    const frame =
      isPlain && decoded.width === width && decoded.height === height
        ? decoded
        : this.#scaler.scale(decoded, this.#size)
    if (typeof frame === 'string') throw new Error(frame)
    frame.pts = BigInt(timestampUs)
    const isKey = timestampUs - this.#keyUs >= KEY_EVERY_US
    if (isKey) this.#keyUs = timestampUs
    // A frame carries the type that it had in the source, which would be an order to the encoder.
    frame.pictType = isKey ? constants.AV_PICTURE_TYPE_I : constants.AV_PICTURE_TYPE_NONE
    encoder.sendFrameSync(frame)
    const encoded: EncodedPicture[] = []
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, pts } = this.#packet
      if (data) encoded.push({ bytes: Buffer.from(data), timestampUs: Number(pts) })
      this.#packet.unref()
    }
    return encoded
  }

  #encoderFor(frame: Frame): CodecContext {
    const size = convertedSize(frame)
    if (this.#encoder && size.width === this.#size.width && size.height === this.#size.height)
      return this.#encoder
    this.#encoder?.freeContext()
    const opened = openEncoder(this.#libav, size)
    if (typeof opened === 'string') throw new Error(opened)
    this.#encoder = opened
    this.#size = size
    this.askForKey()
    return opened
  }
}

function openEncoder({ lib, constants }: Libav, { width, height }: Size): CodecContext | string {
  const faults: string[] = []
  for (const { name, options } of ENCODERS) {
    const codec = lib.Codec.findEncoderByName(constants[name])
    if (!codec) {
      faults.push(`${constants[name]}: not there`)
      continue
    }
    const bits = BigInt(Math.round(width * height * BITS_PER_PIXEL))
    const context = new lib.CodecContext()
    context.allocContext3(codec)
    context.width = width
    context.height = height
    context.pixelFormat = constants.AV_PIX_FMT_YUV420P
    context.timeBase = new lib.Rational(1, 1_000_000)
    context.framerate = new lib.Rational(USUAL_FPS, 1)
    context.maxBFrames = 0
    context.threadCount = 1
    context.rcMaxRate = bits
    context.rcBufferSize = Number(bits) * RATE_WINDOW_S
    if (name === 'FF_ENCODER_LIBOPENH264') context.bitRate = bits
    // Not by a Dictionary: node-av 6.1.1 frees it again when it is collected, after avcodec_open2 has done so.
    const refused = Object.entries(options).find(([option, value]) => context.setOption(option, value) < 0)
    const code = refused ? `option ${refused[0]}` : context.open2Sync(codec, null)
    if (typeof code === 'number' && code >= 0) return context
    context.freeContext()
    faults.push(`${constants[name]}: ${code}`)
  }
  return `no encoder of H.264 (${faults.join('; ')})`
}
