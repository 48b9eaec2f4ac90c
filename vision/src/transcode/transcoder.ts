/** One stream of the live wire as another one in H.264: its own epochs, pictures and keys, the source's sound and times. */
import type { VideoFormat } from '@vedette/media/access-unit'
import { H264ParameterSets } from '@vedette/media/codec/h264-parameter-sets'
import { VIDEO_TIMESCALE, VIDEO_TRACK } from '@vedette/media/fmp4/init-segment'
import {
  configurationMessage,
  HEADER_BYTES,
  type LiveHeader,
  MESSAGE_TYPE,
  readHeader,
  writeHeader,
} from '@vedette/media/live/message'
import { PackedMessage } from '@vedette/media/live/packed-message'
import { HEADROOM_US, Timeline } from '@vedette/media/live/timeline'

import { nalUnits, typeOf } from '../decode/annex-b.ts'
import type { Libav } from '../decode/load-libav.ts'
import { configurationOf, formatOf, unitOf } from '../decode/live-video.ts'
import { initWithSoundOf } from './init-with-sound.ts'
import { type EncodedPicture, PictureCodec } from './picture-codec.ts'

const [KEY_SLICE, SEI, SPS, PPS, DELIMITER] = [5, 6, 7, 8, 9]
/** Behind the source by so much more than at best, pictures are decoded but not encoded until it has caught up. */
const BEHIND_MS = 400
/** And by so much, what waits is given up for the next key frame. */
const LOST_MS = 10_000
/** Pictures that went in and have not come out. */
const MOST_UNDER_WAY = 64

interface Source {
  /** The whole configuration message. */
  message: Buffer
  header: LiveHeader
  codec: PictureCodec
}

interface Epoch {
  number: number
  sequence: number
  timeline: Timeline
}

export class Transcoder {
  readonly #libav: Libav
  readonly #stream: number
  readonly #emit: (message: Buffer) => void
  readonly #nowMs: () => number
  #source: Source | undefined
  #epoch: Epoch | undefined
  #lastEpoch = 0
  /** After a gap nothing is decoded before a key frame. */
  #awaitsKey = true
  #sequence = 0
  /** Arrival of the pictures that are being decoded, by their time. */
  readonly #arrivals = new Map<number, { arrivalUs: number; isCached: boolean }>()
  #leastLagMs = Infinity

  constructor(
    libav: Libav,
    stream: number,
    emit: (message: Buffer) => void,
    nowMs: () => number = () => Date.now(),
  ) {
    this.#libav = libav
    this.#stream = stream
    this.#emit = emit
    this.#nowMs = nowMs
  }

  /** A live message of the source. Throws when it can't be decoded or encoded. */
  push(message: Buffer): void {
    const header = readHeader(message)
    if (!header) return
    if (header.type === MESSAGE_TYPE.configuration) return this.#configure(message, header)
    if (header.epoch !== this.#source?.header.epoch) return
    if (header.type === MESSAGE_TYPE.audio) this.#sound(message, header)
    else this.#picture(message, header, this.#source.codec)
  }

  close(): void {
    this.#source?.codec.close()
    this.#source = undefined
  }

  #configure(message: Buffer, header: LiveHeader): void {
    this.close()
    const configuration = configurationOf(message, header)
    if (!configuration) throw new Error('the codec of this stream is not one that is decoded here')
    const codec = PictureCodec.open(this.#libav, configuration)
    if (typeof codec === 'string') throw new Error(codec)
    this.#source = { message, header, codec }
    this.#epoch = undefined
    this.#awaitsKey = true
    this.#arrivals.clear()
    this.#leastLagMs = Infinity
  }

  #picture(message: Buffer, header: LiveHeader, codec: PictureCodec): void {
    const unit = unitOf(message, header)
    if (!unit) return
    const hasGap = header.sequence !== this.#sequence + 1
    this.#sequence = header.sequence
    const { timestampUs, isKey, units } = unit
    const isLost = !header.isCached && this.#lagMs(header.arrivalUs) > LOST_MS
    if ((hasGap || isLost) && !this.#awaitsKey) {
      this.#awaitsKey = true
      codec.askForKey()
    }
    if (isKey && !isLost) this.#awaitsKey = false
    if (this.#awaitsKey) return
    this.#arrivals.set(timestampUs, header)
    if (this.#arrivals.size > MOST_UNDER_WAY) this.#arrivals.delete([...this.#arrivals.keys()][0] ?? 0)
    const pictures = codec.push({ units, timestampUs, isKey }, (atUs) => this.#mayEncode(atUs))
    for (const picture of pictures) this.#encoded(picture, codec)
  }

  /** What was in a cache is past: it is there to decode what follows. */
  #mayEncode(timestampUs: number): boolean {
    const of = this.#arrivals.get(timestampUs)
    if (of && !of.isCached && this.#lagMs(of.arrivalUs) <= BEHIND_MS) return true
    this.#arrivals.delete(timestampUs)
    return false
  }

  /** Compared with the best of this epoch, as the shard may have another clock. */
  #lagMs(arrivalUs: number): number {
    const lagMs = this.#nowMs() - arrivalUs / 1000
    this.#leastLagMs = Math.min(this.#leastLagMs, lagMs)
    return lagMs - this.#leastLagMs
  }

  #encoded({ bytes, timestampUs }: EncodedPicture, codec: PictureCodec): void {
    const arrivalUs = this.#arrivals.get(timestampUs)?.arrivalUs ?? this.#nowMs() * 1000
    this.#arrivals.delete(timestampUs)
    const all = nalUnits(bytes)
    const isKey = all.some((unit) => typeOf(unit) === KEY_SLICE)
    const format = isKey
      ? new H264ParameterSets(all.filter((unit) => [SPS, PPS].includes(typeOf(unit)))).format()
      : undefined
    const epoch = this.#epoch ?? (format && this.#open(format, arrivalUs))
    if (!epoch) return
    const timing = epoch.timeline.place(timestampUs - HEADROOM_US)
    if (typeof timing === 'string') {
      this.#epoch = undefined
      return codec.askForKey()
    }
    const { decodeTime, compositionOffset } = timing
    const sequence = ++epoch.sequence
    const units = all.filter((unit) => ![SEI, SPS, PPS, DELIMITER].includes(typeOf(unit)))
    const header: Omit<LiveHeader, 'dataOffset'> = {
      type: MESSAGE_TYPE.video,
      isKey,
      isCached: false,
      hasAudio: this.#source?.header.hasAudio === true,
      stream: this.#stream,
      sequence,
      epoch: epoch.number,
      timestampUs: Math.round(((decodeTime + compositionOffset) * 1e6) / VIDEO_TIMESCALE),
      arrivalUs,
    }
    const sample = { sequence, trackId: VIDEO_TRACK, ...timing, isKey, units, kind: 'video' as const }
    this.#emit(new PackedMessage(header, sample).bytes())
  }

  #open(video: VideoFormat, arrivalUs: number): Epoch | undefined {
    if (!this.#source) return undefined
    // By the clock, as in the shard: a process that starts anew repeats no number.
    this.#lastEpoch = Math.max(this.#lastEpoch + 1, Math.floor(this.#nowMs() / 10))
    const epoch: Epoch = {
      number: this.#lastEpoch % 2 ** 32,
      sequence: 0,
      timeline: new Timeline(0, {
        timescale: VIDEO_TIMESCALE,
        usualInterval: VIDEO_TIMESCALE / 25,
        headroomUs: HEADROOM_US,
      }),
    }
    this.#epoch = epoch
    const { format, initSegment } = formatOf(this.#source.message)
    const { codec: _, ...rest } = format
    this.#emit(
      configurationMessage({
        stream: this.#stream,
        epoch: epoch.number,
        arrivalUs,
        format: { ...rest, codec: video.rfc6381, width: video.width, height: video.height },
        init: initWithSoundOf(initSegment, video),
      }).bytes(),
    )
    return epoch
  }

  /** As it came, under this stream's numbers. */
  #sound(message: Buffer, header: LiveHeader): void {
    this.#sequence = header.sequence
    const epoch = this.#epoch
    if (!epoch || header.isCached) return
    const copy = Buffer.from(message)
    writeHeader(copy.subarray(0, HEADER_BYTES), {
      ...header,
      stream: this.#stream,
      epoch: epoch.number,
      sequence: ++epoch.sequence,
    })
    this.#emit(copy)
  }
}
