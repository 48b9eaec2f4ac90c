import type { AccessUnit, AudioFormat, VideoFormat } from '../access-unit.ts'
import type { SingleSample } from '../fmp4/fragment.ts'
import { AUDIO_TRACK, initSegment, VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { ClockAlignment } from './clock-alignment.ts'
import { configurationMessage, type LiveMessage, MESSAGE_TYPE } from './message.ts'
import { PackedMessage } from './packed-message.ts'
import { HEADROOM_US, Timeline } from './timeline.ts'
import type { Timing } from './timeline.ts'

interface Epoch {
  number: number
  sequence: number
  video: Timeline
  originUs: number
  headroomUs: number
  /** Only while the configuration holds audio. */
  audio?: { format: AudioFormat; timeline: Timeline }
}

/** Without audio for so long, the configuration goes on without it: MSE waits for every track it was promised. */
const AUDIO_MISSING_US = 2_000_000
/** A camera that changes its format with every picture would have each player begin anew all the time. */
const MIN_EPOCH_US = 250_000
const AAC_FRAME_SAMPLES = 1024
const G711_PACKET_S = 0.02

/** Makes the live messages of one stream out of its access units, and opens epochs where it must. */
export class Packager {
  readonly #stream: number
  readonly #emit: (message: LiveMessage) => void
  #video: VideoFormat | undefined
  #audio: AudioFormat | undefined
  #alignment = new ClockAlignment()
  #epoch: Epoch | undefined
  #lastEpoch = 0
  #headroomUs = HEADROOM_US
  /** Arrival of the session's last epoch. */
  #openedUs: number | undefined
  /** Arrival of the last audio message, or of the session's first picture. */
  #audioUs: number | undefined

  constructor(stream: number, emit: (message: LiveMessage) => void) {
    this.#stream = stream
    this.#emit = emit
  }

  /** A new session with the camera: what came before says nothing about its clocks and formats. */
  restart(): void {
    this.#video = undefined
    this.#audio = undefined
    this.#audioUs = undefined
    this.#openedUs = undefined
    this.#headroomUs = HEADROOM_US
    this.#alignment = new ClockAlignment()
    this.#epoch = undefined
  }

  /** The next key frame opens an epoch. */
  format(format: VideoFormat | AudioFormat): void {
    if (format.kind === 'video') {
      this.#video = format
      this.#epoch = undefined
    } else this.#audio = format
  }

  senderReport(report: SenderReport): void {
    this.#alignment.reported(report)
  }

  accessUnit(unit: AccessUnit): void {
    this.#alignment.arrived(unit)
    if (unit.kind === 'audio') this.#audioFrame(unit)
    else if (this.#video) this.#picture(unit, this.#video)
  }

  #picture(unit: AccessUnit, format: VideoFormat): void {
    this.#audioUs ??= unit.arrivalUs
    const isAudioMissing = unit.arrivalUs - this.#audioUs > AUDIO_MISSING_US
    const audio = isAudioMissing ? undefined : this.#audio
    const isOutdated = !this.#epoch || this.#epoch.audio?.format !== audio
    const mayOpen = unit.isKey && !this.#hasJustOpened(unit)
    if (mayOpen && isOutdated) this.#open(unit, format, audio)
    let timing = this.#epoch?.video.place(unit.timestampUs)
    if (typeof timing === 'string') {
      if (timing === 'needsHeadroom' && this.#epoch) this.#headroomUs = this.#epoch.video.neededHeadroomUs
      this.#epoch = undefined
      if (mayOpen) timing = this.#open(unit, format, audio).video.place(unit.timestampUs)
    }
    if (this.#epoch && typeof timing === 'object')
      this.#fragment(this.#epoch, unit, timing, VIDEO_TRACK, VIDEO_TIMESCALE)
  }

  #audioFrame(unit: AccessUnit): void {
    const shiftUs = this.#alignment.audioShiftUs
    const epoch = this.#epoch
    if (shiftUs === undefined || !epoch) return
    const atUs = unit.timestampUs + shiftUs
    if (!epoch.audio) {
      this.#audioUs = unit.arrivalUs
      return
    }
    if (atUs < epoch.originUs) return
    const timing = epoch.audio.timeline.place(atUs)
    // A jump mutes the audio until it is counted as missing, and the key frame after that drops it.
    if (typeof timing === 'string') return
    this.#audioUs = unit.arrivalUs
    if (!isBare(epoch.audio.format))
      return this.#fragment(epoch, unit, timing, AUDIO_TRACK, epoch.audio.format.sampleRate)
    this.#message(epoch, unit, unit.units, atUs - epoch.originUs + epoch.headroomUs)
  }

  /** By a step of the machine's clock too, which arrival follows, an epoch opens no later than it should. */
  #hasJustOpened({ arrivalUs }: AccessUnit): boolean {
    return this.#openedUs !== undefined && Math.abs(arrivalUs - this.#openedUs) < MIN_EPOCH_US
  }

  #open(unit: AccessUnit, format: VideoFormat, audio: AudioFormat | undefined): Epoch {
    // By the clock, so that a shard that starts anew repeats no number: it does not come back within 10 ms.
    this.#openedUs = unit.arrivalUs
    this.#lastEpoch = Math.max(this.#lastEpoch + 1, Math.floor(unit.arrivalUs / 10_000))
    const headroomUs = this.#headroomUs
    const epoch: Epoch = {
      number: this.#lastEpoch % 2 ** 32,
      sequence: 0,
      originUs: unit.timestampUs,
      headroomUs,
      video: new Timeline(unit.timestampUs, {
        timescale: VIDEO_TIMESCALE,
        usualInterval: VIDEO_TIMESCALE / 25,
        headroomUs,
      }),
    }
    if (audio)
      epoch.audio = {
        format: audio,
        // Sound is played when it is decoded, pictures the headroom later.
        timeline: new Timeline(unit.timestampUs - headroomUs, {
          timescale: audio.sampleRate,
          usualInterval: isBare(audio) ? audio.sampleRate * G711_PACKET_S : AAC_FRAME_SAMPLES,
        }),
      }
    this.#epoch = epoch
    this.#emit(
      configurationMessage({
        stream: this.#stream,
        epoch: epoch.number,
        arrivalUs: unit.arrivalUs,
        format: {
          codec: format.rfc6381,
          width: format.width,
          height: format.height,
          ...(audio ? { audio: audio.rfc6381 } : {}),
          ...(audio && isBare(audio) ? { audioRate: audio.sampleRate } : {}),
        },
        init: initSegment(format, audio && isBare(audio) ? undefined : audio),
      }),
    )
    return epoch
  }

  #fragment(epoch: Epoch, unit: AccessUnit, timing: Timing, trackId: number, timescale: number): void {
    const { kind, isKey, isDamaged, units } = unit
    const sample = { sequence: epoch.sequence + 1, trackId, ...timing, isKey, isDamaged, units, kind }
    const shownAt = timing.decodeTime + timing.compositionOffset
    this.#message(epoch, unit, sample, (shownAt * 1e6) / timescale)
  }

  #message(epoch: Epoch, unit: AccessUnit, content: SingleSample | Buffer[], timestampUs: number): void {
    const header = {
      type: unit.kind === 'video' ? MESSAGE_TYPE.video : MESSAGE_TYPE.audio,
      isKey: unit.isKey,
      isCached: false,
      hasAudio: epoch.audio !== undefined,
      ...(unit.isDamaged === true ? { isDamaged: true } : {}),
      stream: this.#stream,
      sequence: ++epoch.sequence,
      epoch: epoch.number,
      timestampUs: Math.round(timestampUs),
      arrivalUs: unit.arrivalUs,
    }
    this.#emit(new PackedMessage(header, content))
  }
}

/** G.711, which MSE does not play: it has no track in the initialization segment, and its messages are its samples alone. */
const isBare = ({ codec }: AudioFormat): boolean => codec !== 'aac'
