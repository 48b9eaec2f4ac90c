/** Asks devices that were added without being asked, as an import adds hundreds, for what they are and which streams they have. */
import type { AllowedAddress, Access, AddressCheck, ProbeOutcome } from '@vedette/devices/driver'

import type { Clock, Timer } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { seenOf } from './add.ts'
import type { DeviceStore, UnaskedDevice } from './store.ts'

const LOOK_MS = 10_000
const AT_ONCE = 4
const MOST_OF_A_LOOK = 200
/** Pauses after each failed attempt; the last one repeats. */
const WAITS_MS = [30_000, 120_000, 600_000, 1_800_000]

export interface CapabilityRefreshOptions {
  store: DeviceStore
  clock: Clock
  secretBox: SecretBox
  checkAddress: AddressCheck
  probe: (address: AllowedAddress, access: Access, check: AddressCheck) => Promise<ProbeOutcome>
  devicesChanged: (companyId: string, dids?: readonly string[]) => Promise<void>
  onError: (error: unknown) => void
}

export class CapabilityRefresh {
  readonly #options: CapabilityRefreshOptions
  readonly #failed = new Map<string, { tries: number; nextMs: number }>()
  /** Those whose streams are known and that nothing fetches yet, by their DIDs. */
  readonly #untold = new Map<string, UnaskedDevice>()
  readonly #timer: Timer
  #looking: Promise<void> | undefined
  #isClosed = false
  /** Somebody wanted to look while it looked. */
  #isAskedAgain = false

  constructor(options: CapabilityRefreshOptions) {
    this.#options = options
    this.#timer = options.clock.every(LOOK_MS, () => this.look())
  }

  /** Now rather than with the next round. */
  look(): void {
    this.#isAskedAgain = true
    if (this.#isClosed || this.#looking) return
    this.#isAskedAgain = false
    this.#looking = this.#askAll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#looking = undefined
        if (this.#isAskedAgain) this.look()
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer.stop()
    await this.#looking
  }

  async #askAll(): Promise<void> {
    const { store, clock } = this.#options
    const unasked = await store.unasked(MOST_OF_A_LOOK + this.#failed.size)
    const known = new Set(unasked.map(({ did }) => did))
    for (const did of this.#failed.keys()) if (!known.has(did)) this.#failed.delete(did)
    const due = unasked.filter(({ did }) => (this.#failed.get(did)?.nextMs ?? 0) <= clock.now())
    const work = async (): Promise<void> => {
      for (let device = due.shift(); device && !this.#isClosed; device = due.shift())
        try {
          if (await this.#ask(device)) this.#untold.set(device.did, device)
        } catch (error) {
          // The others of this round are not to suffer.
          this.#options.onError(error)
          this.#askLater(device)
        }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await this.#tell()
  }

  /** A device with streams is not asked again, so one that could not be told of is told of with the next look. */
  async #tell(): Promise<void> {
    const { devicesChanged, onError } = this.#options
    for (const [companyId, devices] of Map.groupBy(this.#untold.values(), (it) => it.companyId)) {
      const dids = devices.map(({ did }) => did)
      try {
        await devicesChanged(companyId, dids)
        for (const did of dids) this.#untold.delete(did)
      } catch (error) {
        onError(error)
      }
    }
  }

  #askLater({ did }: UnaskedDevice): void {
    const tries = this.#failed.get(did)?.tries ?? 0
    const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? LOOK_MS
    this.#failed.set(did, { tries: tries + 1, nextMs: this.#options.clock.now() + waitMs })
  }

  /** Returns whether its streams are known now. */
  async #ask(device: UnaskedDevice): Promise<boolean> {
    const { companyId, did, url, tls, username, box } = device
    const { store, secretBox, checkAddress, probe } = this.#options
    const password = secretBox.open(box, { companyId, did }).reveal()
    const access: Access = { username, password, tls, transport: 'auto' }
    const address = await checkAddress(url)
    const outcome = address.ok ? await probe(address, access, checkAddress) : undefined
    if (!outcome?.ok) {
      this.#askLater(device)
      return false
    }
    const secret = secretBox.seal(new Secret(password), { companyId, did })
    return store.readdress(companyId, did, {
      ...seenOf(outcome.device, url, access),
      username,
      secretBox: secret,
    })
  }
}
