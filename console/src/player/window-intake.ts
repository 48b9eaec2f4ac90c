/** What of the socket's messages belongs into a window: docs/protocol.md, "Live". */
import { LIVE_FLAG, LIVE_MESSAGE, type LiveMessage } from '@vedette/contract/live-message'

import type { Configuration, Frame, MediaItem } from './worker-messages.ts'

/** One stream as one window sees it: repeats dropped, starting at a key frame, skipping from a gap to a key frame. */
class StreamIntake {
  readonly stream: number
  #epoch: number | undefined
  #lastSequence = -1
  #isWaitingForKey = true
  /** Held back until the epoch's first key frame, so that a switch happens with a picture in hand. */
  #configuration: Configuration | undefined

  constructor(stream: number) {
    this.stream = stream
  }

  get hasPicture(): boolean {
    return this.#epoch !== undefined && !this.#isWaitingForKey
  }

  admit(message: LiveMessage): MediaItem[] {
    if (message.type === LIVE_MESSAGE.configuration) {
      this.#open(message)
      return []
    }
    const isVideo = message.type === LIVE_MESSAGE.video
    if (!isVideo && message.type !== LIVE_MESSAGE.audio) return []
    if (message.epoch !== this.#epoch || message.sequence <= this.#lastSequence) return []
    const isKey = isVideo && (message.flags & LIVE_FLAG.key) !== 0
    const follows = message.sequence === this.#lastSequence + 1
    if (!isKey && (this.#isWaitingForKey || !follows)) {
      this.#isWaitingForKey = true
      return []
    }
    const configuration = this.#configuration
    const isBreak = this.#isWaitingForKey || !follows
    this.#configuration = undefined
    this.#isWaitingForKey = false
    this.#lastSequence = message.sequence
    const frame = frameOf(message, isVideo ? 'video' : 'audio', isKey, isBreak)
    return configuration ? [configuration, frame] : [frame]
  }

  #open(message: LiveMessage): void {
    if (message.epoch === this.#epoch || !message.format) return
    this.#epoch = message.epoch
    this.#lastSequence = message.sequence
    this.#isWaitingForKey = true
    this.#configuration = {
      kind: 'configuration',
      stream: this.stream,
      format: message.format,
      segment: message.segment,
      decoderData: message.decoderData,
    }
  }
}

function frameOf(message: LiveMessage, kind: Frame['kind'], isKey: boolean, isBreak: boolean): Frame {
  return {
    kind,
    stream: message.stream,
    isKey,
    isBreak,
    isCached: (message.flags & LIVE_FLAG.cached) !== 0,
    timestampUs: message.timestampUs,
    arrivalUs: message.arrivalUs,
    segment: message.segment,
    decoderData: message.decoderData,
  }
}

/** While a switch is under way the old stream goes on until the new one's first key frame is there. */
export class WindowIntake {
  #current: StreamIntake | undefined
  #next: StreamIntake | undefined

  /** The gate says that the window now shows this stream. */
  opens(stream: number): void {
    this.#next = undefined
    if (this.#current?.stream === stream) return
    const opened = new StreamIntake(stream)
    if (this.#current?.hasPicture) this.#next = opened
    else this.#current = opened
  }

  admit(message: LiveMessage): MediaItem[] {
    const next = this.#next
    if (next?.stream === message.stream) {
      const items = next.admit(message)
      if (items.length > 0) [this.#current, this.#next] = [next, undefined]
      return items
    }
    return this.#current?.stream === message.stream ? this.#current.admit(message) : []
  }
}
