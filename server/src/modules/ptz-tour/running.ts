/** Tours that run: a timer for each, everything else is in the database. */
import { Refusal } from '@vedette/contract/codes'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { ChannelScope } from '../../video/channel.ts'
import type { TourRow, TourStore } from './store.ts'

/** After a start of the platform, when cameras are reached again. */
const RESUMES_MS = 5000

export interface RunningNeeds {
  store: Pick<TourStore, 'of' | 'start' | 'stop' | 'running'>
  clock: Clock
  /** Turns the camera; false while a person has it. Throws Refusal. */
  turn: (place: ChannelScope, preset: string) => Promise<boolean>
  /** Hears that a tour has begun or ended, or that its camera is away or back. */
  tell: (place: ChannelScope) => void
  onError: (error: unknown) => void
}

interface Running {
  id: string
  /** How many places it has been to. */
  count: number
  /** Its camera was out of reach at the last turn. */
  isAway: boolean
  timer?: Timer
}

const keyOf = ({ companyId, did, channel }: ChannelScope): string => `${companyId} ${did} ${channel}`

export class RunningTours {
  readonly #needs: RunningNeeds
  readonly #running = new Map<string, Running>()

  constructor(needs: RunningNeeds) {
    this.#needs = needs
  }

  has(place: ChannelScope): boolean {
    return this.#running.has(keyOf(place))
  }

  isAway(place: ChannelScope): boolean {
    return this.#running.get(keyOf(place))?.isAway === true
  }

  /** Goes on with what ran when the platform ended. */
  async resume(): Promise<void> {
    for (const { id, ...place } of await this.#needs.store.running()) {
      const tour: Running = { id, count: 0, isAway: false }
      this.#running.set(keyOf(place), tour)
      this.#goOn(place, tour, RESUMES_MS)
    }
  }

  /** Throws Refusal where the camera does not go to the first place. A hand that takes it on the way there ends it. */
  async start(place: ChannelScope, { id, presets, dwell_s }: TourRow, by: string): Promise<void> {
    const { store, clock, tell } = this.#needs
    this.#forget(place)
    const tour: Running = { id, count: 1, isAway: false }
    this.#running.set(keyOf(place), tour)
    try {
      await this.#turn(place, presets, 0)
    } catch (error) {
      if (this.#isOn(place, tour)) this.#forget(place)
      throw error
    }
    if (!this.#isOn(place, tour)) return
    this.#goOn(place, tour, dwell_s * 1000)
    await store.start(place, id, { by, at: clock.now() })
    tell(place)
  }

  async stop(place: ChannelScope): Promise<void> {
    this.#forget(place)
    await this.#needs.store.stop(place)
    this.#needs.tell(place)
  }

  close(): void {
    for (const { timer } of this.#running.values()) timer?.stop()
    this.#running.clear()
  }

  #forget(place: ChannelScope): void {
    this.#running.get(keyOf(place))?.timer?.stop()
    this.#running.delete(keyOf(place))
  }

  #isOn(place: ChannelScope, tour: Running): boolean {
    return this.#running.get(keyOf(place)) === tour
  }

  #goOn(place: ChannelScope, tour: Running, delayMs: number): void {
    if (!this.#isOn(place, tour)) return
    tour.timer = this.#needs.clock.after(delayMs, () => {
      this.#step(place, tour).catch(this.#needs.onError)
    })
  }

  async #step(place: ChannelScope, tour: Running): Promise<void> {
    // It may be another one by now, and the camera may be gone.
    const row = (await this.#needs.store.of(place)).find(({ id }) => id === tour.id)
    if (!this.#isOn(place, tour)) return
    if (!row || row.started_at === null) return this.#forget(place)
    const wasAway = tour.isAway
    try {
      await this.#turn(place, row.presets, tour.count++)
      tour.isAway = false
    } catch (error) {
      // A camera that is away, or a preset: the next turn may be better.
      if (!(error instanceof Refusal)) throw error
      tour.isAway = error.reason === 'deviceOffline'
    } finally {
      if (tour.isAway !== wasAway && this.#isOn(place, tour)) this.#needs.tell(place)
      this.#goOn(place, tour, row.dwell_s * 1000)
    }
  }

  #turn(place: ChannelScope, presets: string, count: number): Promise<boolean> {
    const tokens = presetsOf(presets)
    return this.#needs.turn(place, tokens[count % tokens.length] ?? '')
  }
}

export function presetsOf(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.map(String) : []
}
