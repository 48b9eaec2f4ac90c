/** The windows of a replay on one clock. */
import { CommonMoment } from './common-moment.ts'
import type { AskFootage } from './footage.ts'
import { ReplayClock } from './replay-clock.ts'
import { KEYS_SPEED, ReplayWindow, type WindowState } from './replay-window.ts'

export interface DeckView {
  isPlaying: boolean
  speed: number
  /** The state of each window, by its key. */
  states: Readonly<Record<string, WindowState>>
}

export interface DeckNeeds {
  ask: (key: string) => AskFootage
  /** The server's clock. */
  now: () => number
  /**
   * Where play goes on over all windows, as far as is known: the next moment with footage, or backwards the last one before, which is
   * the moment itself where it has footage.
   */
  nextFootage: (atMs: number, towards: 1 | -1) => number | undefined
}

/** A footage-less moment of all windows is left for the next one this far before it. */
const BEFORE_MS = 20

/** At most this long no window reads ahead while another has no picture yet. */
const FIRST_PICTURES_MS = 1000

const USUAL_FRAME_MS = 40
const MOST_TRIES = 12

/** A step by a picture whose length is not known beforehand. */
interface Step {
  window: ReplayWindow
  by: 1 | -1
  /** The picture that it began at. */
  fromMs: number
  /** How many pictures were painted when it was asked for. */
  painted: number
  tries: number
}

export class ReplayDeck {
  readonly clock: ReplayClock
  readonly #needs: DeckNeeds
  readonly #windows = new Map<string, ReplayWindow>()
  readonly #listeners = new Set<() => void>()
  #view: DeckView = { isPlaying: false, speed: 1, states: {} }
  #frame = 0
  #atMs = 0
  #step: Step | undefined
  /** Since when a window has been waiting, by performance.now(). */
  #waitingSince: number | undefined
  readonly #common = new CommonMoment()

  constructor(atMs: number, needs: DeckNeeds) {
    this.#needs = needs
    this.clock = new ReplayClock(atMs, performance.now())
    this.#atMs = atMs
  }

  start(): () => void {
    const tick = (): void => {
      this.#tick()
      this.#frame = requestAnimationFrame(tick)
    }
    this.#frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(this.#frame)
  }

  /** Closes all windows. */
  close(): void {
    this.setWindows([])
  }

  /** The moment that is shown. */
  get atMs(): number {
    return this.#atMs
  }

  get view(): DeckView {
    return this.#view
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Windows stay while their key does. */
  setWindows(keys: readonly string[]): void {
    for (const [key, window] of this.#windows)
      if (!keys.includes(key)) {
        window.close()
        this.#windows.delete(key)
      }
    for (const key of keys)
      if (!this.#windows.has(key))
        this.#windows.set(key, new ReplayWindow({ ask: this.#needs.ask(key), now: this.#needs.now }))
  }

  window(key: string): ReplayWindow | undefined {
    return this.#windows.get(key)
  }

  /** One of them is heard, or none. */
  setSound(heard: string | undefined, volume: number): void {
    for (const [key, window] of this.#windows) window.setVolume(key === heard ? volume : 0)
  }

  /** Rights have changed: windows that may not be shown any more end at once. */
  recheck(): void {
    for (const window of this.#windows.values()) window.recheck(this.#atMs)
    this.#tick()
  }

  seek(atMs: number): void {
    this.#step = undefined
    this.#common.forget()
    const bounded = Math.max(0, Math.min(atMs, this.#needs.now()))
    this.clock.seek(bounded, performance.now())
    this.#tick()
  }

  play(isPlaying = true): void {
    this.clock.play(isPlaying, performance.now())
    this.#tick()
  }

  setSpeed(speed: number): void {
    this.clock.setSpeed(speed, performance.now())
    this.#tick()
  }

  /** Moves a window by one picture; it stands then. */
  step(key: string | undefined, by: 1 | -1): void {
    this.clock.play(false, performance.now())
    if (this.clock.speed < 0) this.clock.setSpeed(1, performance.now())
    const window = key === undefined ? undefined : this.#windows.get(key)
    const nowMs = this.clock.at(performance.now())
    const { standingMs = USUAL_FRAME_MS, takenMs } = window?.pictures ?? {}
    // From the middle of the picture, so that nothing hangs on a millisecond; one that is still on its way is stepped on from.
    if (!window || takenMs === undefined || Math.abs(nowMs - takenMs) > 1.2 * standingMs)
      return this.seek(nowMs + by * standingMs)
    this.seek(takenMs + (0.5 + by) * standingMs)
    this.#step = { window, by, fromMs: takenMs, painted: window.pictures.count, tries: 0 }
  }

  /** A picture that stands longer than others takes several steps. */
  #stepOn(): void {
    const step = this.#step
    if (!step || step.window.pictures.count === step.painted) return
    const { pictures } = step.window
    const isSame = Math.abs((pictures.takenMs ?? NaN) - step.fromMs) < 1
    if (!isSame || step.tries === MOST_TRIES) return void (this.#step = undefined)
    step.tries++
    step.painted = pictures.count
    const perfMs = performance.now()
    this.clock.seek(this.clock.at(perfMs) + step.by * pictures.standingMs, perfMs)
  }

  #tick(): void {
    this.#stepOn()
    const perfMs = performance.now()
    const { clock } = this
    const newestMs = this.#needs.now()
    let atMs = clock.at(perfMs)
    if (atMs > newestMs || atMs < 0) {
      atMs = Math.max(0, Math.min(atMs, newestMs))
      clock.seek(atMs, perfMs)
    }
    this.#atMs = atMs
    const states: Record<string, WindowState> = {}
    const mayReadAhead = this.#waitingSince === undefined || perfMs - this.#waitingSince > FIRST_PICTURES_MS
    const how = { speed: clock.speed, isRunning: clock.isRunning, mayReadAhead }
    const shownMs = this.#commonMs(atMs, perfMs)
    for (const [key, window] of this.#windows) states[key] = window.follow(shownMs, how)
    const all = Object.values(states)
    const isWaiting = all.includes('waiting')
    clock.hold(isWaiting, perfMs)
    this.#waitingSince = isWaiting ? (this.#waitingSince ?? perfMs) : undefined
    if (
      clock.isPlaying &&
      all.length > 0 &&
      all.every((it) => it !== 'ready' && it !== 'waiting' && it !== 'damaged')
    ) {
      const towards = clock.speed > 0 ? 1 : -1
      // What could not be fetched is tried again: nobody is to miss it.
      const next = all.includes('failed') ? undefined : this.#needs.nextFootage(atMs, towards)
      if (next === undefined) clock.hold(true, perfMs)
      else clock.seek(towards > 0 ? Math.max(atMs, next - BEFORE_MS) : Math.min(atMs, next), perfMs)
    }
    this.#publish({ isPlaying: clock.isPlaying, speed: clock.speed, states })
  }

  #commonMs(atMs: number, perfMs: number): number {
    const { isRunning, speed } = this.clock
    const isByPicture = isRunning && speed < 0 && -speed < KEYS_SPEED
    if (isByPicture) return this.#common.next(atMs, perfMs, this.#areOnTheirWay)
    this.#common.forget()
    return atMs
  }

  get #areOnTheirWay(): boolean {
    return [...this.#windows.values()].some((it) => it.isOnItsWay)
  }

  #publish(view: DeckView): void {
    const { isPlaying, speed, states } = this.#view
    const isSame =
      isPlaying === view.isPlaying &&
      speed === view.speed &&
      Object.keys(states).length === Object.keys(view.states).length &&
      Object.entries(view.states).every(([key, state]) => states[key] === state)
    if (isSame) return
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}
