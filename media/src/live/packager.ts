import type { AccessUnit, AudioFormat, VideoFormat } from '../access-unit.ts'
import { sampleFragment } from '../fmp4/fragment.ts'
import { AUDIO_TRACK, initSegment, VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { ClockAlignment } from './clock-alignment.ts'
import { configurationMessage, HEADER_BYTES, MESSAGE_TYPE, writeHeader } from './message.ts'
import { HEADROOM_US, Timeline } from './timeline.ts'
import type { Timing } from './timeline.ts'

interface Epoch {
  number: number
  sequence: number
  video: Timeline
  originUs: number
  /** Only while the configuration holds audio. */
  audio?: { format: AudioFormat; timeline: Timeline }
}

/** Without audio for so long, the configuration goes on without it: MSE waits for every track it was promised. */
const AUDIO_MISSING_US = 2_000_000
const AAC_FRAME_SAMPLES = 1024

/** Makes the live messages of one stream out of its access units, and opens epochs where it must. */
export class Packager {
  readonly #stream: number
  readonly #emit: (message: Buffer) => void
  #video: VideoFormat | undefined
  #audio: AudioFormat | undefined
  #alignment = new ClockAlignment()
  #epoch: Epoch | undefined
  #lastEpoch = 0
  /** Arrival of the last audio message, or of the session's first picture. */
  #audioUs: number | undefined

  constructor(stream: number, emit: (message: Buffer) => void) {
    this.#stream = stream
    this.#emit = emit
  }

  /** A new session with the camera: what came before says nothing about its clocks and formats. */
  restart(): void {
    this.#video = undefined
    this.#audio = undefined
    this.#audioUs = undefined
    this.#alignment = new ClockAlignment()
    this.#epoch = undefined
  }

  /** The next key frame opens an epoch. */
  format(format: VideoFormat | AudioFormat): void {
    if (format.kind === 'video') {
      this.#video = format
      this.#epoch = undefined
    } else {
      // MSE plays no G.711.
      this.#audio = format.codec === 'aac' ? format : undefined
    }
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
    if (unit.isKey && isOutdated) this.#open(unit, format, audio)
    let timing = this.#epoch?.video.place(unit.timestampUs)
    if (typeof timing === 'string') {
      this.#epoch = undefined
      if (unit.isKey) timing = this.#open(unit, format, audio).video.place(unit.timestampUs)
    }
    if (this.#epoch && typeof timing === 'object')
      this.#message(this.#epoch, unit, timing, VIDEO_TRACK, VIDEO_TIMESCALE)
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
    this.#message(epoch, unit, timing, AUDIO_TRACK, epoch.audio.format.sampleRate)
  }

  #open(unit: AccessUnit, format: VideoFormat, audio: AudioFormat | undefined): Epoch {
    // By the clock, so that a shard that starts anew repeats no number: it does not come back within 10 ms.
    this.#lastEpoch = Math.max(this.#lastEpoch + 1, Math.floor(unit.arrivalUs / 10_000))
    const epoch: Epoch = {
      number: this.#lastEpoch % 2 ** 32,
      sequence: 0,
      originUs: unit.timestampUs,
      video: new Timeline(unit.timestampUs, {
        timescale: VIDEO_TIMESCALE,
        usualInterval: VIDEO_TIMESCALE / 25,
        mayReorder: true,
      }),
    }
    if (audio)
      epoch.audio = {
        format: audio,
        // Sound is played when it is decoded, pictures the headroom later.
        timeline: new Timeline(unit.timestampUs - HEADROOM_US, {
          timescale: audio.sampleRate,
          usualInterval: AAC_FRAME_SAMPLES,
          mayReorder: false,
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
        },
        init: initSegment(format, audio),
      }),
    )
    return epoch
  }

  #message(epoch: Epoch, unit: AccessUnit, timing: Timing, trackId: number, timescale: number): void {
    const sequence = ++epoch.sequence
    const { kind, isKey, units } = unit
    const { bytes, dataOffset } = sampleFragment(
      { sequence, trackId, ...timing, isKey, units, kind },
      HEADER_BYTES,
    )
    writeHeader(bytes, {
      type: kind === 'video' ? MESSAGE_TYPE.video : MESSAGE_TYPE.audio,
      isKey,
      isCached: false,
      hasAudio: epoch.audio !== undefined,
      dataOffset,
      stream: this.#stream,
      sequence,
      epoch: epoch.number,
      timestampUs: Math.round(((timing.decodeTime + timing.compositionOffset) * 1e6) / timescale),
      arrivalUs: unit.arrivalUs,
    })
    this.#emit(bytes)
  }
}
