/** One window of a replay: a video element that is kept at the moment that the clock says. */
import { type BufferedRange, rangesOf } from './buffered-ranges.ts'
import { DAMAGE_MS, DamagedStretch } from './damaged-stretch.ts'
import { FootageBuffers } from './footage-buffers.ts'
import { type AskFootage, Footage, FootageDenied, type Piece } from './footage.ts'
import { PaintedPictures } from './painted-pictures.ts'

/**
 * `empty`: nothing is recorded at this moment · `waiting`: it is being fetched · `ready`: it is shown · `denied`: the right to it has
 * ended · `failed`: it could not be fetched · `damaged`: it cannot be decoded · `unplayable`: this browser does not play its format.
 */
export type WindowState = 'empty' | 'waiting' | 'ready' | 'denied' | 'failed' | 'damaged' | 'unplayable'

/** Only key frames are shown from this speed on, in both directions. */
export const KEYS_SPEED = 8
/** Media time at which a stretch begins, so that there is room before it. */
const LEAD_S = 7200
const AHEAD_S = 12
/** What is further on than this is there sooner by a request of its own than by what comes before it. */
const NEAR_S = 2
/** Backwards footage comes in blocks of so much, the next one when so little is left before what is shown. */
const BLOCK_S = 8
const LEFT_S = 4
const ENOUGH_S = 0.4
/** How much of what comes later stays buffered, s. */
const KEPT_AHEAD_S = 10 * 60
/** Beyond this a seek is quicker than another rate. */
const JUMP_S = 0.35
const CLOSE_S = 0.012
const RETRY_MS = 2000
/** What is missing between two pictures for less than this is no gap. */
const GAP_S = 0.3
const EARLY_S = 0.1
/** Most cameras send a key frame at least so often. */
const KEYS_APART_S = 4
/** A GOP comes whole: the one before a key frame is asked for by a moment in it. */
const BEFORE_KEY_MS = 50
const HAVE_CURRENT_DATA = 2
const HAVE_FUTURE_DATA = 3

interface Options {
  ask: AskFootage
  now: () => number
}

export class ReplayWindow {
  readonly element: HTMLVideoElement
  readonly pictures: PaintedPictures
  readonly #options: Options
  #aborter = new AbortController()
  #buffers: FootageBuffers | undefined
  #footage: Footage | undefined
  #isFetching = false
  #retryAt = 0
  /** Since footage came the last time. */
  #failures = 0
  /** Wall clock at media time 0, and how many times as fast media time passes: 1 but for key frames. */
  #baseMs = 0
  #factor = 1
  #state: WindowState = 'waiting'
  /** Picture by picture, and not by key frames. */
  #isBackwards = false
  /** How many pictures were painted when the present stretch was begun. */
  #paintedBefore = 0
  /** Where the present stretch was begun. */
  #startedS = LEAD_S
  /** What was found last that cannot be decoded. */
  readonly #damage = new DamagedStretch()
  /** Where the present stretch ends because of it, or of other tracks. */
  #untilMs: number | undefined
  /** What comes from there on has other tracks than the source was opened for. */
  #isOver = false
  /** Where footage last ended before its time. */
  #cutAtMs: number | undefined

  constructor(options: Options) {
    const video = document.createElement('video')
    video.className = 'picture'
    video.muted = true
    video.playsInline = true
    video.disableRemotePlayback = true
    this.element = video
    this.#options = options
    video.addEventListener('error', () => this.#onDamage())
    this.pictures = new PaintedPictures(video, (mediaS) =>
      this.#factor === 1 ? this.#wallMs(mediaS) : undefined,
    )
  }

  get state(): WindowState {
    return this.#state
  }

  /** Whether it seeks a picture that there is. */
  get isOnItsWay(): boolean {
    // A seek to footage that was removed meanwhile never ends.
    return this.element.seeking && this.#rangeAt(this.element.currentTime) !== undefined
  }

  setVolume(volume: number): void {
    this.element.muted = volume === 0
    this.element.volume = volume
  }

  /** Asks whether it may still be shown: what is buffered already would go on for a while. */
  recheck(atMs: number): void {
    const { signal } = this.#aborter
    const From = Math.max(0, Math.floor(atMs))
    this.#options.ask({ From, To: From + 1, Form: 'play', Speed: 1 }, signal).catch((cause: unknown) => {
      if (!signal.aborted && cause instanceof FootageDenied) this.#fail(cause)
    })
  }

  /** There may be footage now where there was none. */
  lookAgain(): void {
    if (this.#state === 'empty') this.#leave()
  }

  close(): void {
    this.#leave()
    this.element.remove()
  }

  /**
   * Brings it to a moment; called for each picture of the page. Says how it does there. Where it may not read ahead it fetches what it
   * needs to show that moment.
   */
  follow(
    atMs: number,
    { speed, isRunning, mayReadAhead }: { speed: number; isRunning: boolean; mayReadAhead: boolean },
  ): WindowState {
    if (this.#state === 'denied' || this.#state === 'unplayable') return this.#state
    const isKeys = Math.abs(speed) >= KEYS_SPEED
    const factor = isKeys ? speed : 1
    const isBackwards = !isKeys && speed < 0
    if (!this.#footage && performance.now() < this.#retryAt) {
      this.#pause()
      return this.#state
    }
    if (this.#damage.has(atMs)) {
      this.#pause()
      return (this.#state = 'damaged')
    }
    const isOther = this.#factor !== factor || this.#isBackwards !== isBackwards
    this.#isBackwards = isBackwards
    if (!this.#buffers || isOther || !this.#isNear(atMs)) this.#begin(atMs, factor)
    if (isBackwards) this.#fetchBefore(atMs)
    this.#fetchOn(atMs, mayReadAhead ? AHEAD_S : ENOUGH_S)
    const wantedS = this.#mediaS(atMs)
    const range = this.#rangeAt(wantedS)
    if (!range) {
      this.#pause()
      if (this.#isNothingThere(wantedS)) this.#state = 'empty'
      else if (this.#state !== 'failed') this.#state = 'waiting'
      return this.#state
    }
    if (isBackwards && isRunning) this.#showBackwards(wantedS)
    else
      this.#show(Math.max(wantedS, range.startS), range.endS, {
        rate: isKeys ? 1 : speed,
        isRunning: isRunning && wantedS >= range.startS - EARLY_S,
      })
    return this.#state
  }

  #show(wantedS: number, endS: number, { rate, isRunning }: { rate: number; isRunning: boolean }): void {
    const video = this.element
    const offS = video.currentTime - wantedS
    const { isOnItsWay } = this
    if (!isRunning) {
      this.#pause()
      if (!isOnItsWay && Math.abs(offS) > 0.0005) video.currentTime = wantedS
    } else if (Math.abs(offS) > JUMP_S * Math.max(1, rate)) {
      if (!isOnItsWay) video.currentTime = wantedS
    } else {
      const steered = Math.abs(offS) > CLOSE_S ? rate * (1 - Math.max(-0.2, Math.min(0.2, offS * 2))) : rate
      if (video.playbackRate !== steered) video.playbackRate = steered
      if (video.paused) this.#play()
    }
    const isAtEnd = endS - wantedS < ENOUGH_S * Math.max(1, rate)
    const enough = isAtEnd || !isRunning ? HAVE_CURRENT_DATA : HAVE_FUTURE_DATA
    const isThere = !video.seeking && video.readyState >= enough
    const isStarved = isAtEnd && this.#isFetching && isRunning && endS - wantedS < 0.1
    this.#state = isThere && !isStarved ? 'ready' : 'waiting'
  }

  /** Goes from picture to picture as fast as they are decoded: a video element plays forwards alone. */
  #showBackwards(wantedS: number): void {
    const video = this.element
    this.#pause()
    if (!video.seeking && Math.abs(video.currentTime - wantedS) > CLOSE_S) video.currentTime = wantedS
    this.#state = this.pictures.count > this.#paintedBefore ? 'ready' : 'waiting'
  }

  #mediaS(atMs: number): number {
    return (atMs - this.#baseMs) / (this.#factor * 1000)
  }

  #wallMs(mediaS: number): number {
    return this.#baseMs + mediaS * this.#factor * 1000
  }

  /** Whether what is buffered or being fetched reaches there soon. */
  #isNear(atMs: number): boolean {
    if (!this.#footage) return false
    const wantedS = this.#mediaS(atMs)
    if (this.#rangeAt(wantedS)) return true
    if (this.#untilMs !== undefined && (atMs - this.#untilMs) * this.#factor >= 0) return false
    const newestS = Math.max(this.#bufferedEndS(), this.#doneS)
    // At the newest end nothing is there sooner by another request.
    const isWhole = this.#isBackwards || atMs > this.#options.now() - AHEAD_S * 1000
    const nearS = isWhole ? AHEAD_S : NEAR_S
    return wantedS >= this.#startedS - 0.001 && wantedS < newestS + nearS
  }

  #begin(atMs: number, factor: number): void {
    const isKept = !this.#isOver && this.#factor === factor && this.#mediaS(atMs) > BLOCK_S
    // Before that there are other tracks.
    const edgeMs = this.#isOver && this.#untilMs !== undefined && this.#untilMs <= atMs ? this.#untilMs : 0
    const buffers = isKept ? this.#buffers : undefined
    this.#aborter.abort()
    this.#aborter = new AbortController()
    this.#isFetching = false
    this.#retryAt = 0
    if (this.#state !== 'failed') this.#state = 'waiting'
    this.#untilMs = this.#damage.edgeFrom(atMs, factor)
    if (!buffers) {
      this.#factor = factor
      this.#baseMs = atMs - LEAD_S * 1000 * factor
      this.#openSource()
    }
    this.#paintedBefore = this.pictures.count
    const fromMs = this.#isBackwards ? Math.max(edgeMs, atMs - BLOCK_S * 1000) : atMs
    buffers?.restart(this.#mediaS(fromMs))
    this.#openFootage(fromMs, this.#isBackwards ? atMs + ENOUGH_S * 1000 : this.#untilMs)
  }

  #openFootage(fromMs: number, untilMs: number | undefined): void {
    this.#startedS = this.#mediaS(fromMs)
    const { ask, now } = this.#options
    const signal = this.#aborter.signal
    const factor = this.#factor
    this.#footage = new Footage(ask, fromMs, { speed: factor, isKeys: factor !== 1, now, signal, untilMs })
  }

  /** The block before the one that is shown, once that has come and is nearly over. */
  #fetchBefore(atMs: number): void {
    const wantedS = this.#mediaS(atMs)
    const range = this.#rangeAt(wantedS)
    if (!range || this.#isFetching || wantedS - range.startS > LEFT_S) return
    // What lies between there and here has been asked for: there is nothing.
    if (this.#startedS < range.startS - GAP_S) return
    const untilMs = this.#wallMs(range.startS) - BEFORE_KEY_MS
    this.#openFootage(Math.max(0, untilMs - BLOCK_S * 1000), untilMs)
    this.#retryAt = 0
  }

  #openSource(): void {
    const buffers = new FootageBuffers()
    const url = URL.createObjectURL(buffers.source)
    buffers.source.addEventListener('sourceopen', () => URL.revokeObjectURL(url), { once: true })
    this.#buffers = buffers
    this.#isOver = false
    this.element.src = url
  }

  #leave(): void {
    this.#aborter.abort()
    this.#buffers = undefined
    this.element.removeAttribute('src')
    this.element.load()
  }

  #fetchOn(atMs: number, enoughS: number): void {
    const footage = this.#footage
    const isOpen = this.#buffers?.source.readyState === 'open' && !this.#isOver
    if (!footage || !isOpen || this.#isFetching || performance.now() < this.#retryAt) return
    const wantedS = this.#mediaS(atMs)
    const aheadS = this.#isBackwards ? 0 : this.#endOfRangeS(wantedS) - wantedS
    if (aheadS > enoughS * Math.max(1, this.element.playbackRate)) return
    this.#isFetching = true
    const { signal } = this.#aborter
    footage
      .next()
      .then(async (piece) => {
        if (signal.aborted) return
        this.#failures = 0
        if (piece) await this.#append(piece, wantedS, signal)
        else this.#retryAt = performance.now() + RETRY_MS / 2
        if (piece?.isCut && !signal.aborted) return this.#onCut()
        if (this.#state === 'failed') this.#state = 'waiting'
      })
      .catch((cause: unknown) => {
        if (!signal.aborted) this.#fail(cause)
      })
      .finally(() => {
        if (!signal.aborted) this.#isFetching = false
      })
  }

  #fail(cause: unknown): void {
    if (cause instanceof FootageDenied) {
      this.#state = 'denied'
      this.#leave()
      return
    }
    // What is left is asked for anew from where the clock stands then; who may not have it is told so by that.
    const isFirst = this.#failures++ === 0
    this.#retryAt = performance.now() + (isFirst ? 0 : RETRY_MS)
    if (!isFirst) this.#state = 'failed'
    this.#footage = undefined
  }

  /** Goes around what cannot be decoded; further each time that it was not enough. */
  #onDamage(): void {
    // A source that was taken away is no damage.
    if (!this.#buffers || !this.element.error) return
    const [playedMs, loadedMs] = [this.element.currentTime, this.#bufferedEndS()].map((s) => this.#wallMs(s))
    const isDecoder = this.element.error.message.includes('DECODE')
    this.#passOver((isDecoder ? playedMs : loadedMs) ?? 0)
  }

  /** Asks again for what is missing; the second time it is not to be had. */
  #onCut(): void {
    const endMs = this.#wallMs(this.#endOfRangeS(this.#startedS))
    if (this.#cutAtMs !== undefined && Math.abs(endMs - this.#cutAtMs) < DAMAGE_MS) this.#passOver(endMs)
    else this.#begin((this.#cutAtMs = endMs), this.#factor)
  }

  #passOver(atMs: number): void {
    this.#damage.add(atMs)
    this.#leave()
  }

  async #append(piece: Piece, wantedS: number, signal: AbortSignal): Promise<void> {
    if (piece.bytes.byteLength === 0) return
    const offsetS = (piece.part.Origin - this.#baseMs) / (this.#factor * 1000)
    const taken = await this.#buffers?.append(piece, this.#factor !== 1, {
      offsetS,
      wantedS,
      signal,
      keptAheadS: this.#isBackwards ? 4 * BLOCK_S : KEPT_AHEAD_S,
    })
    if (signal.aborted) return
    if (taken === 'unplayable') this.#state = 'unplayable'
    if (taken !== 'other') return
    this.#isOver = true
    this.#untilMs = piece.part.From
  }

  #ranges(): BufferedRange[] {
    return rangesOf(this.element.buffered, this.#buffers?.staleFromS ?? Infinity)
  }

  #rangeAt(mediaS: number): BufferedRange | undefined {
    // The first picture of a stretch may stand a little after the moment that was asked for; backwards that is the key frame before.
    const earlyS = Math.max(EARLY_S, this.#factor < 0 ? KEYS_APART_S / -this.#factor : 0)
    return this.#ranges().find(({ startS, endS }) => mediaS >= startS - earlyS && mediaS < endS)
  }

  #endOfRangeS(mediaS: number): number {
    const range = this.#rangeAt(mediaS)
    if (range) return range.endS
    const doneS = this.#footage ? this.#doneS : mediaS
    const next = this.#ranges().find(({ startS }) => startS > mediaS)
    // In a gap what comes after it is at hand, or is yet to be fetched.
    return next === undefined ? Math.max(mediaS, doneS) : this.#endOfRangeS(next.startS)
  }

  #isNothingThere(mediaS: number): boolean {
    if (!this.#footage || this.#buffers?.isUpdating) return false
    const doneS = this.#doneS
    if (doneS > mediaS + GAP_S) return true
    if (this.#isBackwards && this.#isFetching) return false
    if (this.#bufferedEndS() > mediaS + GAP_S) return true
    // At the newest end nothing more comes for now.
    return !this.#isFetching && performance.now() < this.#retryAt && doneS >= mediaS - 3
  }

  /** Up to where all that there is for this source has come. */
  get #doneS(): number {
    const doneMs = this.#isOver ? this.#untilMs : this.#footage?.doneMs
    return this.#mediaS(doneMs ?? this.#baseMs)
  }

  #bufferedEndS(): number {
    return this.#ranges().at(-1)?.endS ?? 0
  }

  #pause(): void {
    if (!this.element.paused) this.element.pause()
  }

  #play(): void {
    this.element.play().catch((cause: unknown) => {
      // AbortError: a pause or another source came in between.
      if (!(cause instanceof DOMException)) throw cause
    })
  }
}
