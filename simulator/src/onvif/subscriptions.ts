/** Pull-point subscriptions of one device (ONVIF Core section 9.2): each has a queue of its own. */
import { randomBytes } from 'node:crypto'
import type { EventHub, Listener, Notice } from './event-hub.ts'

const MOST_SUBSCRIPTIONS = 64
/** Anyone who never pulls loses the oldest. */
const LONGEST_QUEUE = 1000
const LONGEST_LIFE_MS = 3_600_000

export class Subscription {
  readonly id = randomBytes(9).toString('base64url')
  untilMs: number
  private readonly queue: Notice[] = []
  private readonly hub: EventHub
  private readonly hear: Listener
  private readonly stopListening: () => void
  private readonly onEnd: () => void
  private timer: NodeJS.Timeout | undefined
  private wakeUp: (() => void) | undefined
  private isEnded = false

  constructor(hub: EventHub, lifeMs: number, wants: (notice: Notice) => boolean, onEnd: () => void) {
    this.hub = hub
    this.onEnd = onEnd
    this.untilMs = this.live(lifeMs)
    this.hear = (notice) => {
      if (!wants(notice)) return
      this.queue.push(notice)
      if (this.queue.length > LONGEST_QUEUE) this.queue.shift()
      this.wakeUp?.()
    }
    this.stopListening = hub.listen(this.hear)
  }

  /** Tells once more how things stand. */
  synchronize() {
    this.hub.tellAll(this.hear)
  }

  renew(lifeMs: number) {
    this.untilMs = this.live(lifeMs)
  }

  /** What is there; else whatever comes first within the time. A pull that waits ends when another begins. */
  async pull(most: number, waitMs: number): Promise<Notice[]> {
    this.wakeUp?.()
    if (this.queue.length === 0 && !this.isEnded) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(resolve, waitMs, undefined).unref()
      this.wakeUp = () => resolve(undefined)
      await promise
      clearTimeout(timer)
    }
    return this.queue.splice(0, most)
  }

  end() {
    this.isEnded = true
    clearTimeout(this.timer)
    this.stopListening()
    this.wakeUp?.()
    this.onEnd()
  }

  private live(lifeMs: number): number {
    clearTimeout(this.timer)
    const ms = Math.min(lifeMs, LONGEST_LIFE_MS)
    this.timer = setTimeout(() => this.end(), ms).unref()
    return Date.now() + ms
  }
}

export class Subscriptions {
  private readonly byId = new Map<string, Subscription>()

  /** Undefined where there are too many. */
  open(hub: EventHub, lifeMs: number, wants: (notice: Notice) => boolean): Subscription | undefined {
    if (this.byId.size >= MOST_SUBSCRIPTIONS) return undefined
    const subscription = new Subscription(hub, lifeMs, wants, () => this.byId.delete(subscription.id))
    this.byId.set(subscription.id, subscription)
    return subscription
  }

  get(id: string): Subscription | undefined {
    return this.byId.get(id)
  }

  endAll() {
    for (const subscription of this.byId.values()) subscription.end()
  }
}
