/** The devices that may sleep: what each says of it, and how it is woken when somebody wants to see it. */
import { canSleep, PRESENCE } from '@vedette/contract/devices'
import { Refusal } from '@vedette/contract/codes'
import { outcomeOf } from '@vedette/devices/onvif/fault'
import { sleepIn, wake } from '@vedette/devices/onvif/sleep'

import type { Presences } from '../../video/presence.ts'
import type { OpenOnvif } from '../device/index.ts'
import type { DeviceListeners, ListenedDevice } from '../device-listening/index.ts'

const WAKE_LIMITS = { deadlineMs: 4000, totalMs: 8500 }

export interface SleepersNeeds {
  listeners: Pick<DeviceListeners, 'hear'>
  openOnvif: OpenOnvif
  presences: Pick<Presences, 'says' | 'of'>
  onError: (error: unknown) => void
}

export class Sleepers {
  readonly #needs: SleepersNeeds
  readonly #asleep = new Set<string>()
  readonly #waking = new Set<string>()

  constructor(needs: SleepersNeeds) {
    this.#needs = needs
    needs.listeners.hear({
      onEvents: (device, events) => {
        for (const event of events) {
          const isAsleep = sleepIn(event)
          if (isAsleep !== undefined) this.#heard(device, isAsleep)
        }
      },
      // A battery may be empty.
      onLost: (device) => this.#heard(device, false),
    })
  }

  /** Somebody watches the device. One that can't be woken sleeps on, as its windows say. */
  wake(companyId: string, did: string): void {
    const { presences, onError } = this.#needs
    if (presences.of(companyId, did)?.presence !== PRESENCE.sleeping || this.#waking.has(did)) return
    this.#waking.add(did)
    void this.#wake(companyId, did)
      .catch(onError)
      .then(() => this.#waking.delete(did))
  }

  #heard({ companyId, did, devType }: ListenedDevice, isAsleep: boolean): void {
    const key = `${companyId}/${did}`
    if (!canSleep(devType) || this.#asleep.has(key) === isAsleep) return
    if (isAsleep) this.#asleep.add(key)
    else this.#asleep.delete(key)
    this.#needs.presences.says(companyId, did, isAsleep ? 'sleeping' : 'awake')
  }

  async #wake(companyId: string, did: string): Promise<void> {
    try {
      const client = await this.#needs.openOnvif(companyId, did, WAKE_LIMITS)
      if (client) await outcomeOf(client.open().then(() => wake(client)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}
