/** Hears from one device whether it sleeps, for as long as it is wanted. */
import { Refusal } from '@vedette/contract/codes'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { createPullPoint, endPullPoint, pullMessages, renewPullPoint } from '@vedette/devices/onvif/events'
import { OnvifFault, outcomeOf } from '@vedette/devices/onvif/fault'
import { sleepIn } from '@vedette/devices/onvif/sleep'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { Presences } from '../../shards/presence.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { Sleeper } from './store.ts'

const LIMITS = { deadlineMs: 10_000 }
const PULL_S = 5
/** A device that answers at once, whatever it was asked to wait, is not asked without end. */
const PAUSE_MS = 500
const SUBSCRIBED_S = 120
const RENEW_MS = 45_000
const RETRY_MS = 15_000

export interface ListenerNeeds {
  clock: Clock
  openOnvif: OpenOnvif
  presences: Pick<Presences, 'says'>
  onError: (error: unknown) => void
}

export class Listener {
  readonly sleeper: Sleeper
  readonly #needs: ListenerNeeds
  #isAsleep = false
  #isEnded = false
  #timer: Timer | undefined
  #goOn: () => void = () => {}

  constructor(sleeper: Sleeper, needs: ListenerNeeds) {
    this.sleeper = sleeper
    this.#needs = needs
    this.#begin()
  }

  end(): void {
    this.#isEnded = true
    this.#timer?.stop()
    this.#goOn()
  }

  #begin(): void {
    void this.#listen()
      .catch((error: unknown) => {
        if (!this.#isEnded) this.#needs.onError(error)
      })
      .then(() => {
        if (!this.#isEnded) this.#timer = this.#needs.clock.after(RETRY_MS, () => this.#begin())
      })
  }

  /** Until the device is not reached any more. */
  async #listen(): Promise<void> {
    const client = await this.#reach()
    // Its last word is no longer to be trusted: a battery may be empty.
    if (!client) return this.#heard(false)
    await outcomeOf(this.#follow(client))
  }

  async #reach(): Promise<OnvifClient | undefined> {
    const { companyId, did } = this.sleeper
    try {
      const client = await this.#needs.openOnvif(companyId, did, LIMITS)
      await client?.open()
      return client
    } catch (error) {
      // Whether it can be dialled, and whether it answers, is the same here.
      if (error instanceof Refusal || error instanceof OnvifFault) return undefined
      throw error
    }
  }

  async #follow(client: OnvifClient): Promise<void> {
    const { clock } = this.#needs
    const point = await createPullPoint(client, SUBSCRIBED_S)
    let renewedMs = clock.now()
    while (!this.#isEnded) {
      for (const event of await pullMessages(client, point, PULL_S)) {
        const isAsleep = sleepIn(event)
        if (isAsleep !== undefined) this.#heard(isAsleep)
      }
      if (clock.now() - renewedMs >= RENEW_MS) {
        await renewPullPoint(client, point, SUBSCRIBED_S)
        renewedMs = clock.now()
      }
      await this.#pause()
    }
    await endPullPoint(client, point)
  }

  #heard(isAsleep: boolean): void {
    if (this.#isEnded || isAsleep === this.#isAsleep) return
    this.#isAsleep = isAsleep
    const { companyId, did } = this.sleeper
    this.#needs.presences.says(companyId, did, isAsleep ? 'sleeping' : 'awake')
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve
      if (this.#isEnded) resolve()
      else this.#timer = this.#needs.clock.after(PAUSE_MS, resolve)
    })
  }
}
