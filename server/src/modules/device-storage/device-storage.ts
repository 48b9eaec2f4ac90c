/** What devices keep themselves. Each is asked once for all who look, and not again for a while. */
import { Refusal } from '@vedette/contract/codes'
import { OnvifFault } from '@vedette/devices/onvif/fault'
import { getProfiles } from '@vedette/devices/onvif/media'
import { findStoredFootage, footageOfChannel } from '@vedette/devices/onvif/stored-footage'

import type { Clock } from '../../engines/clock.ts'
import { Semaphore } from '../../http/semaphore.ts'
import type { OpenOnvif } from '../device/index.ts'
import { type Span, unionOf, within } from '../record/index.ts'

export interface DeviceStorageNeeds {
  clock: Clock
  openOnvif: OpenOnvif
}

export interface Kept {
  spansOf(channel: number, fromMs: number, toMs: number): Span[]
}

interface Asked {
  atMs: number
  /** Undefined for a device that keeps nothing, or cannot be asked. */
  kept: Promise<Kept | undefined>
}

/** A console waits for 10 s. */
const LIMITS = { deadlineMs: 4000, totalMs: 8000 }
const FRESH_MS = 60_000
const AT_ONCE = 8
const LONGEST_LINE = 100
const MOST_DEVICES = 2000

export class DeviceStorage {
  readonly #needs: DeviceStorageNeeds
  readonly #asked = new Map<string, Asked>()
  readonly #semaphore = new Semaphore(AT_ONCE, LONGEST_LINE)

  constructor(needs: DeviceStorageNeeds) {
    this.#needs = needs
  }

  of(companyId: string, did: string): Promise<Kept | undefined> {
    const key = `${companyId}/${did}`
    const nowMs = this.#needs.clock.now()
    const known = this.#asked.get(key)
    // A clock that was set back leaves answers of the future.
    if (known && Math.abs(nowMs - known.atMs) < FRESH_MS) return known.kept
    this.#asked.delete(key)
    const [oldest] = this.#asked.keys()
    if (oldest !== undefined && this.#asked.size >= MOST_DEVICES) this.#asked.delete(oldest)
    const kept = this.#semaphore.take(() => this.#ask(companyId, did))
    this.#asked.set(key, { atMs: nowMs, kept })
    // What did not come to an answer is asked anew by the next one who looks.
    kept.catch(() => this.#asked.delete(key))
    return kept
  }

  async #ask(companyId: string, did: string): Promise<Kept | undefined> {
    try {
      const client = await this.#needs.openOnvif(companyId, did, LIMITS)
      if (!client) return undefined
      await client.open()
      const footage = await findStoredFootage(client)
      if (!footage) return undefined
      const profiles = await getProfiles(client)
      return {
        spansOf(channel, fromMs, toMs) {
          const own = footageOfChannel(footage, profiles, channel)
          const spans = own.map((it) => ({ startMs: it.fromMs, endMs: it.toMs }))
          return within(unionOf(spans), fromMs, toMs)
        },
      }
    } catch (error) {
      // A device that is away or talks nonsense shows no lane; that it is away is said elsewhere.
      const isItsFault = error instanceof OnvifFault
      if (isItsFault || (error instanceof Refusal && error.reason === 'deviceOffline')) return undefined
      throw error
    }
  }
}
