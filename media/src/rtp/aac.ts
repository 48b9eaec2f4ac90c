import { type AacConfig, parseAacConfig } from '../codec/aac-config.ts'
import { BitReader, readOrUndefined } from '../codec/bits.ts'
import { Arena } from './arena.ts'
import type { Depacketizer, DepacketizerSink } from './depacketizer.ts'
import type { RtpPacket } from './packet.ts'

/** From `a=fmtp`; RFC 3640 section 4.1. */
export interface AacFormatParameters {
  config: Buffer
  sizeLength: number
  indexLength: number
  indexDeltaLength: number
}

const MAX_FRAME_BYTES = 65_536
const SOUND_BLOCK_BYTES = 8 << 10
const MAX_FRAMES_IN_PACKET = 64

/** RFC 3640 in mode AAC-hbr: AU headers, then whole frames, or a piece of one frame. */
export class AacDepacketizer implements Depacketizer {
  readonly #sink: DepacketizerSink
  readonly #parameters: AacFormatParameters
  readonly #config: AacConfig
  readonly #frameUs: number
  readonly #arena = new Arena({ blockBytes: SOUND_BLOCK_BYTES })
  #missing = 0

  private constructor(sink: DepacketizerSink, parameters: AacFormatParameters, config: AacConfig) {
    this.#sink = sink
    this.#parameters = parameters
    this.#config = config
    this.#frameUs = (config.samplesPerFrame * 1_000_000) / config.coreSampleRate
  }

  /** `undefined` where the configuration can't be read. */
  static open(sink: DepacketizerSink, parameters: AacFormatParameters): AacDepacketizer | undefined {
    const config = parseAacConfig(parameters.config)
    return config && new AacDepacketizer(sink, parameters, config)
  }

  begin(): void {
    const { objectType, sampleRate, channels } = this.#config
    const rfc6381 = `mp4a.40.${objectType}`
    this.#sink.format({
      kind: 'audio',
      codec: 'aac',
      rfc6381,
      sampleRate,
      channels,
      config: this.#parameters.config,
    })
  }

  push({ payload, marker }: RtpPacket, timestampUs: number, arrivalUs: number, isAfterLoss: boolean): void {
    const packet = this.#readHeaders(payload)
    if (isAfterLoss || !packet) this.#dropPieces()
    if (!packet) return
    const { sizes, data } = packet
    const [first] = sizes
    if (first !== undefined && sizes.length === 1 && first > data.length) {
      this.#pushPiece(data, first, marker, timestampUs, arrivalUs, isAfterLoss)
      return
    }
    this.#dropPieces()
    let at = 0
    sizes.forEach((size, i) => {
      const frame = data.subarray(at, at + size)
      at += size
      if (size > 0 && frame.length === size)
        this.#emit(this.#arena.copyOf(frame, 0, size), timestampUs + i * this.#frameUs, arrivalUs)
    })
  }

  #pushPiece(
    data: Buffer,
    whole: number,
    marker: boolean,
    timestampUs: number,
    arrivalUs: number,
    isAfterLoss: boolean,
  ): void {
    if (this.#arena.size === 0) {
      const mayLackItsStart = isAfterLoss || whole > MAX_FRAME_BYTES
      if (mayLackItsStart) return
      this.#missing = whole
    }
    this.#arena.append(data)
    this.#missing -= data.length
    if (this.#missing === 0) this.#emit(this.#arena.take(), timestampUs, arrivalUs)
    if (this.#missing <= 0 || marker) this.#dropPieces()
  }

  #dropPieces(): void {
    this.#arena.drop()
    this.#missing = 0
  }

  /**
   * Section 3.2.1.
   *
   * ```
   * +-----------------+-------------+-----+-------------+- - - - -+------------
   * |AU-headers-length| AU-header(1)|  …  | AU-header(n)| padding | frames …
   * |  16, in bits    | size, index |     | size, delta |  to byte|
   * +-----------------+-------------+-----+-------------+- - - - -+------------
   * ```
   */
  #readHeaders(payload: Buffer): { sizes: number[]; data: Buffer } | undefined {
    if (payload.length < 2) return undefined
    const { sizeLength, indexLength, indexDeltaLength } = this.#parameters
    const headerBits = payload.readUInt16BE(0)
    const dataAt = 2 + Math.ceil(headerBits / 8)
    if (headerBits === 0 || dataAt > payload.length) return undefined
    const bits = new BitReader(payload.subarray(2, dataAt))
    const sizes: number[] = []
    const isComplete = readOrUndefined(() => {
      while (bits.position < headerBits && sizes.length < MAX_FRAMES_IN_PACKET) {
        const indexBits = sizes.length === 0 ? indexLength : indexDeltaLength
        sizes.push(bits.bits(sizeLength))
        bits.skip(indexBits)
      }
      return true
    })
    return isComplete ? { sizes, data: payload.subarray(dataAt) } : undefined
  }

  #emit(frame: Buffer, timestampUs: number, arrivalUs: number): void {
    const atUs = Math.round(timestampUs)
    this.#sink.accessUnit({ kind: 'audio', isKey: true, timestampUs: atUs, arrivalUs, units: [frame] })
  }
}
