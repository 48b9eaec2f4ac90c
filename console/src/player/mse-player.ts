/** One window's picture by Media Source Extensions. */
import type { LiveFormat } from '@vedette/contract/live-message'

import { mediaSourceClass } from './abilities.ts'
import { LiveEdge } from './edge.ts'
import { concatenated, isBurstOver, opensRange, rangeLength } from './media-queue.ts'
import { MediaTimeline } from './media-timeline.ts'
import type { Player, PlayerEvents } from './player.ts'
import { isInSegments } from '@vedette/contract/footage/sound-format'
import type { Configuration, Frame, MediaItem } from './worker-messages.ts'

/**
 * Between two ranges. What breaks the timeline (an epoch, a skipped gap, a cached GOP) is buffered apart from what plays, so that the
 * old picture stays until one seek into the new range's newest pictures replaces it.
 */
const RANGE_GAP_S = 1
const KEPT_S = 10
const ENOUGH_OF_TARGET = 0.8
/** The end given to `remove` stays this much before a key frame, so that rounding does not make it pass it. */
const KEY_MARGIN_S = 0.005
/** The cached GOP comes in one go; this long after its last message nothing more is to be expected. */
const BURST_SILENCE_MS = 25
const LATE_MS = 400

export class MsePlayer implements Player {
  readonly element: HTMLVideoElement
  readonly #video: HTMLVideoElement
  readonly #events: PlayerEvents
  readonly #aborter = new AbortController()
  #source: MediaSource | undefined
  #buffer: SourceBuffer | undefined
  #type = ''
  #queue: MediaItem[] = []
  #timeline = new MediaTimeline()
  #edge = new LiveEdge()
  #rangeStartS = 0
  #offsetS = 0
  /** What comes before the next configuration belongs to a stream that was given up. */
  #needsConfiguration = true
  #hasSoundBeside = false
  #isOpeningRange = false
  #isBurstOver = false
  #burstTimer: ReturnType<typeof setTimeout> | undefined
  #presented = 0
  #stalledMs: number | undefined

  constructor(events: PlayerEvents) {
    const video = document.createElement('video')
    this.element = video
    this.#video = video
    this.#events = events
    const { signal } = this.#aborter
    video.className = 'picture'
    video.muted = true
    video.playsInline = true
    video.disableRemotePlayback = true
    video.addEventListener('waiting', () => this.#noteStall(), { signal })
    video.addEventListener('error', () => this.#startOver(), { signal })
    video.addEventListener('seeked', () => this.#pump(), { signal })
    this.#openSource()
    this.#watchPaint()
  }

  take(items: readonly MediaItem[]): void {
    const from = this.#needsConfiguration ? items.findIndex((it) => it.kind === 'configuration') : 0
    if (from < 0) return
    this.#needsConfiguration = false
    for (const item of items.slice(from)) {
      if (item.kind === 'configuration') this.#hasSoundBeside = !isInSegments(item.format.audio)
      if (item.kind !== 'audio' || !this.#hasSoundBeside) this.#queue.push(item)
    }
    if (this.#queue.length === 0) return
    this.#isBurstOver = false
    this.#pump()
  }

  setVolume(volume: number): void {
    this.#video.muted = volume === 0
    this.#video.volume = volume
  }

  close(): void {
    this.#aborter.abort()
    clearTimeout(this.#burstTimer)
    this.#closeSource()
    this.#queue = []
    this.#video.remove()
  }

  #openSource(): void {
    const source = new (mediaSourceClass())()
    this.#source = source
    const url = URL.createObjectURL(source)
    source.addEventListener('sourceopen', () => {
      URL.revokeObjectURL(url)
      this.#pump()
    })
    this.#video.src = url
  }

  #closeSource(): void {
    this.#source = undefined
    this.#buffer = undefined
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  /** After a decoding or quota error: the last picture stays on the canvas while everything behind it is made new. */
  #startOver(): void {
    if (!this.#source) return
    this.#queue = []
    this.#needsConfiguration = true
    this.#renewSource()
    this.#events.broken()
  }

  #renewSource(): void {
    this.#events.losesPicture()
    this.#closeSource()
    this.#timeline = new MediaTimeline()
    this.#isOpeningRange = false
    this.#rangeStartS = 0
    this.#openSource()
  }

  #pump(): void {
    const head = this.#queue[0]
    if (!head || this.#source?.readyState !== 'open' || this.#buffer?.updating) return
    if (opensRange(head)) {
      if (!this.#isBurstOver && !isBurstOver(this.#queue)) {
        this.#awaitBurst()
        return
      }
      if (!this.#openRange()) return
    }
    this.#append(this.#queue.splice(0, rangeLength(this.#queue)))
  }

  #awaitBurst(): void {
    clearTimeout(this.#burstTimer)
    this.#burstTimer = setTimeout(() => {
      this.#isBurstOver = true
      this.#pump()
    }, BURST_SILENCE_MS)
  }

  /** False when the range cannot be played. */
  #openRange(): boolean {
    const [head] = this.#queue
    const first = this.#queue.find(isVideo)
    if (!head || !first) return false
    if (head.kind === 'configuration' && !this.#configure(head)) return false
    if (!this.#buffer) return false
    this.#rangeStartS = this.#bufferedEnd() + RANGE_GAP_S
    this.#offsetS = this.#rangeStartS - first.timestampUs / 1e6
    this.#buffer.timestampOffset = this.#offsetS
    this.#isOpeningRange = true
    return true
  }

  #configure({ format }: Configuration): boolean {
    const type = mediaType(format)
    if (!mediaSourceClass().isTypeSupported(type)) {
      this.#queue = []
      this.#needsConfiguration = true
      this.#events.unplayable(format.codec)
      return false
    }
    if (this.#buffer && tracksOf(type) !== tracksOf(this.#type)) {
      // A source buffer keeps the tracks that it began with: changeType would hold the old picture until it has given them up.
      this.#renewSource()
      return false
    }
    if (!this.#buffer) this.#addBuffer(type)
    else if (type !== this.#type) this.#buffer.changeType(type)
    this.#type = type
    return true
  }

  #addBuffer(type: string): void {
    if (!this.#source) return
    this.#buffer = this.#source.addSourceBuffer(type)
    this.#buffer.mode = 'segments'
    this.#buffer.addEventListener('updateend', () => this.#afterUpdate())
  }

  #append(items: readonly MediaItem[]): void {
    for (const item of items) {
      if (item.kind === 'video') this.#timeline.add(item.timestampUs / 1e6 + this.#offsetS, item, item.isKey)
    }
    try {
      this.#buffer?.appendBuffer(concatenated(items))
    } catch (cause) {
      if (!(cause instanceof DOMException)) throw cause
      // QuotaExceededError, or InvalidStateError after a decoding error: either way the buffer is lost.
      this.#startOver()
    }
  }

  #afterUpdate(): void {
    // Also fires for the buffer of a source that was given up.
    if (this.#source?.readyState !== 'open' || !this.#buffer || this.#buffer.updating) return
    if (this.#isOpeningRange) {
      this.#isOpeningRange = false
      this.#edge.opened()
      this.#seek(this.#bufferedEnd() - this.#edge.targetS)
      this.#playOnceFilled()
    } else if (!this.#video.seeking) {
      this.#followEdge()
      if (this.#trim()) return
    }
    this.#pump()
  }

  #followEdge(): void {
    const endS = this.#bufferedEnd()
    if (this.#video.currentTime < this.#rangeStartS - RANGE_GAP_S / 2) {
      this.#seek(endS - this.#edge.targetS)
      return
    }
    const nowMs = performance.now()
    this.#checkStall(nowMs)
    const decision = this.#edge.observe(endS - this.#video.currentTime, nowMs)
    if (decision.do === 'jump') this.#seek(endS - decision.toLagS)
    else if (this.#video.playbackRate !== decision.rate) this.#video.playbackRate = decision.rate
    if (this.#video.paused) this.#playOnceFilled()
  }

  /** Never leaves the newest range: there is a picture at every moment of it. */
  #seek(toS: number): void {
    this.#video.currentTime = Math.max(this.#rangeStartS, toS)
  }

  /** A range that begins without a cached GOP shows its first picture and plays when there is enough not to stop again at once. */
  #playOnceFilled(): void {
    if (this.#bufferedEnd() - this.#video.currentTime < this.#edge.targetS * ENOUGH_OF_TARGET) {
      this.#video.pause()
      return
    }
    this.#video.play().catch((cause: unknown) => {
      // AbortError: a new source or a pause came in between, and the next append plays again.
      if (!(cause instanceof DOMException)) throw cause
    })
  }

  #noteStall(): void {
    if (!this.#video.seeking && !this.#isOpeningRange) this.#stalledMs = performance.now()
  }

  /** What came a little late asks for a larger distance; what did not come at all asks for nothing. */
  #checkStall(nowMs: number): void {
    if (this.#stalledMs !== undefined && nowMs - this.#stalledMs < LATE_MS) this.#edge.stalled()
    this.#stalledMs = undefined
  }

  /** Frees ranges that were left and what is older than ten seconds. True when the buffer is at it. */
  #trim(): boolean {
    const { buffered } = this.#video
    if (!this.#buffer || buffered.length === 0) return false
    const startS = buffered.start(0)
    const leftRange = startS < this.#rangeStartS - RANGE_GAP_S / 2
    const endS = leftRange
      ? this.#rangeStartS - RANGE_GAP_S / 2
      : (this.#timeline.keyBefore(this.#video.currentTime - KEPT_S) ?? 0) - KEY_MARGIN_S
    if (!leftRange && endS < startS + 1) return false
    this.#buffer.remove(0, endS)
    return true
  }

  #bufferedEnd(): number {
    const { buffered } = this.#video
    return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1)
  }

  #watchPaint(): void {
    this.#video.requestVideoFrameCallback((_, { mediaTime, presentedFrames }) => {
      if (this.#aborter.signal.aborted) return
      const pictures = Math.max(1, presentedFrames - this.#presented)
      const isFirst = this.#presented === 0
      this.#presented = presentedFrames
      this.#events.painted(this.#timeline.at(mediaTime), isFirst ? 1 : pictures)
      this.#watchPaint()
    })
  }
}

function isVideo(item: MediaItem): item is Frame {
  return item.kind === 'video'
}

function tracksOf(type: string): number {
  return type.split(',').length
}

function mediaType({ codec, audio }: LiveFormat): string {
  return `video/mp4; codecs="${isInSegments(audio) ? `${codec}, ${audio}` : codec}"`
}
