/** H.265 converted to H.264 for browsers that can't play it: each stream once however many watch it, and only so many at a time. */
import type { StateReason } from '@vedette/contract/live'
import type { FanOut } from '@vedette/media/live/fan-out'
import { startTranscoding, type Transcoding } from '@vedette/vision/transcode/transcoding'

import type { Clock, Timer } from '../engines/clock.ts'
import type { LiveStream, StreamState, StreamStates } from './stream-states.ts'

/** Numbers of streams are 32 bits wide and counted from 1. */
const CONVERTED = 2 ** 31
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Up for so long, it has recovered. */
const STEADY_MS = 60_000

/** `stream` is undefined when there is room for another one. */
type TranscodingListener = (stream: LiveStream | undefined) => void

interface Needs {
  clock: Clock
  /** How many at a time; 0: none. */
  most: number
  states: Pick<StreamStates, 'offersOf'>
  fanOut: Pick<FanOut, 'join' | 'leave' | 'publish' | 'dropStream' | 'endUnwatched'>
  onProcess: (state: 'running' | 'down', stream: number, pid: number | undefined) => void
  onUnavailable: (detail: string) => void
}

interface Running {
  stream: LiveStream
  source: number
  process: Transcoding | undefined
  hasJoined: boolean
  startedMs: number
  delayMs: number
  restart: Timer | undefined
  /** Why there are no pictures; undefined while the process runs. */
  fault: StreamState | undefined
}

export class Transcodings {
  readonly #needs: Needs
  /** By the number of the converted stream: those that somebody watches, or watched until a moment ago. */
  readonly #running = new Map<number, Running>()
  /** Those that were given out and are watched from now on. */
  readonly #given = new Map<number, LiveStream>()
  readonly #listeners = new Set<TranscodingListener>()
  #isUnavailable: boolean

  constructor(needs: Needs) {
    this.#needs = needs
    this.#isUnavailable = needs.most === 0
  }

  get count(): number {
    return this.#running.size
  }

  onChange(listener: TranscodingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The stream to show where `source` can't be played, or why there is none. One that is no H.265 is shown as it is. */
  ask(source: LiveStream): LiveStream | StateReason {
    const offers = this.#needs.states.offersOf(source)
    const codec = offers.find(({ quality }) => quality === source.quality)?.codec ?? ''
    // Before a camera has shown what it sends, who asks knows it from earlier.
    if (codec !== '' && !isH265(codec)) return source
    if (this.#isUnavailable) return 'transcodingUnavailable'
    const number = source.number + CONVERTED
    const running = this.#running.get(number)
    if (running) return running.stream
    if (!this.#makeRoom()) return 'transcodingBusy'
    const stream = { ...source, number, source: source.number }
    this.#given.set(number, stream)
    return stream
  }

  /** Somebody watches it. Returns whether the number is that of a converted stream. */
  begin(number: number): boolean {
    if (number < CONVERTED) return false
    const stream = this.#given.get(number)
    this.#given.delete(number)
    if (stream?.source === undefined) return true
    const running: Running = {
      stream,
      source: stream.source,
      process: undefined,
      hasJoined: false,
      startedMs: 0,
      delayMs: 0,
      restart: undefined,
      fault: undefined,
    }
    this.#running.set(number, running)
    this.#start(running)
    return true
  }

  /** Nobody watches it any more. Returns whether the number is that of a converted stream. */
  end(number: number): boolean {
    const running = this.#running.get(number)
    if (running) {
      this.#running.delete(number)
      this.#stop(running)
      this.#tell(undefined)
    }
    return number >= CONVERTED
  }

  /** Undefined while nothing but the source decides what its windows say. */
  stateOf(number: number): StreamState | undefined {
    return this.#running.get(number)?.fault
  }

  close(): void {
    for (const running of this.#running.values()) this.#stop(running)
    this.#running.clear()
  }

  /** One that nobody watches any more is kept for a moment, but not at the cost of one that is wanted. */
  #makeRoom(): boolean {
    const { most, fanOut } = this.#needs
    if (this.#running.size < most) return true
    return [...this.#running.keys()].some((number) => fanOut.endUnwatched(number))
  }

  #start(running: Running): void {
    const { clock, fanOut, onProcess } = this.#needs
    const { number } = running.stream
    running.restart = undefined
    running.startedMs = clock.now()
    const process = startTranscoding(number, {
      onReady: () => {
        running.hasJoined = true
        fanOut.join(running.source, process.viewer)
        this.#setFault(running, undefined)
        onProcess('running', number, process.pid)
      },
      onMessage: (message) => void fanOut.publish(message),
      onUnavailable: (detail) => this.#becomeUnavailable(detail),
      onEnd: () => this.#ended(running),
    })
    running.process = process
  }

  #ended(running: Running): void {
    const { clock, fanOut, onProcess } = this.#needs
    const { number } = running.stream
    onProcess('down', number, running.process?.pid)
    this.#leave(running)
    running.process = undefined
    fanOut.dropStream(number)
    const wasSteady = clock.now() - running.startedMs > STEADY_MS
    running.delayMs = wasSteady
      ? FIRST_DELAY_MS
      : Math.min(Math.max(FIRST_DELAY_MS, running.delayMs * 2), LONGEST_DELAY_MS)
    running.restart = clock.after(running.delayMs, () => this.#start(running))
    this.#setFault(running, this.#state('reconnecting', 'transcodingFailed'))
  }

  #becomeUnavailable(detail: string): void {
    this.#isUnavailable = true
    this.#needs.onUnavailable(detail)
    for (const running of this.#running.values()) {
      this.#stop(running)
      this.#setFault(running, this.#state('failed', 'transcodingUnavailable'))
    }
  }

  #stop(running: Running): void {
    running.restart?.stop()
    running.restart = undefined
    this.#leave(running)
    running.process?.stop()
    running.process = undefined
  }

  #leave(running: Running): void {
    if (running.hasJoined && running.process) this.#needs.fanOut.leave(running.source, running.process.viewer)
    running.hasJoined = false
  }

  #state(state: StreamState['state'], reason: StateReason): StreamState {
    return { state, reason, sinceMs: this.#needs.clock.now(), attempt: 0 }
  }

  #setFault(running: Running, fault: StreamState | undefined): void {
    running.fault = fault
    this.#tell(running.stream)
  }

  #tell(stream: LiveStream | undefined): void {
    for (const listener of this.#listeners) listener(stream)
  }
}

const isH265 = (codec: string): boolean => /^h(?:vc|ev)1\b/.test(codec)
