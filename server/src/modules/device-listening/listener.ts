/** Hears the events of one device by ONVIF, for as long as it is wanted: one subscription for all who want to know. */
import { Refusal } from '@vedette/contract/codes'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import {
  createPullPoint,
  endPullPoint,
  type OnvifEvent,
  pullMessages,
  renewPullPoint,
} from '@vedette/devices/onvif/events'
import { OnvifFault, outcomeOf } from '@vedette/devices/onvif/fault'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { ListenedDevice } from './store.ts'

const LIMITS = { deadlineMs: 10_000 }
const PULL_S = 5
/** A device that answers at once, whatever it was asked to wait, is not asked without end. */
const PAUSE_MS = 500
const SUBSCRIBED_S = 120
const RENEW_MS = 45_000
const RETRY_MS = 15_000
/** One that tells of no events may learn to with another firmware. */
const RETRY_SILENT_MS = 10 * 60_000

/** Who wants to know what devices say. */
export interface Hearer {
  /** `client` is the conversation in which it was heard. */
  onEvents?(device: ListenedDevice, events: readonly OnvifEvent[], client: OnvifClient): void
  /** It could be asked, whether it had something to say or not; comes after what it said. */
  onAsked?(device: ListenedDevice, client: OnvifClient): void
  /** Its last word is no longer to be trusted. */
  onLost?(device: ListenedDevice): void
}

export interface ListenerNeeds {
  clock: Clock
  openOnvif: OpenOnvif
  onError: (error: unknown) => void
}

export class Listener {
  readonly device: ListenedDevice
  readonly #needs: ListenerNeeds
  readonly #hearer: Required<Hearer>
  #isEnded = false
  #retryMs = RETRY_MS
  #timer: Timer | undefined
  #goOn: () => void = () => {}

  constructor(device: ListenedDevice, hearer: Required<Hearer>, needs: ListenerNeeds) {
    this.device = device
    this.#hearer = hearer
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
        if (!this.#isEnded) this.#timer = this.#needs.clock.after(this.#retryMs, () => this.#begin())
      })
  }

  /** Until the device is not reached any more. */
  async #listen(): Promise<void> {
    this.#retryMs = RETRY_MS
    const client = await this.#reach()
    if (!client) {
      if (!this.#isEnded) this.#hearer.onLost(this.device)
      return
    }
    if (client.has('events')) await outcomeOf(this.#follow(client))
    else this.#retryMs = RETRY_SILENT_MS
  }

  async #reach(): Promise<OnvifClient | undefined> {
    const { companyId, did } = this.device
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
      const events = await pullMessages(client, point, PULL_S)
      if (this.#isEnded) break
      if (events.length > 0) this.#hearer.onEvents(this.device, events, client)
      this.#hearer.onAsked(this.device, client)
      if (clock.now() - renewedMs >= RENEW_MS) {
        await renewPullPoint(client, point, SUBSCRIBED_S)
        renewedMs = clock.now()
      }
      await this.#pause()
    }
    await endPullPoint(client, point)
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve
      if (this.#isEnded) resolve()
      else this.#timer = this.#needs.clock.after(PAUSE_MS, resolve)
    })
  }
}
