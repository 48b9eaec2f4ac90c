/** Devices that are back, and what waits for them: asked for many at once, written in the order in which they came. */
import type { Clock, Timer } from '../../engines/clock.ts'
import { StorageFailure } from '../../engines/storage/failures.ts'
import type { ChannelRef } from '../../video/channel.ts'
import type { DeviceConfigStore } from './store.ts'

/** Devices of a company in one query. */
const MOST_ASKED = 500
const WRITTEN_AT_ONCE = 16
/** A device whose ONVIF service failed while its video went on never comes back. Not more often: many lock an account that fails to log in. */
const ONLINE_AGAIN_MS = 10 * 60_000
/** Pause after the database was too busy, or away. */
const AGAIN_MS = 5000

export interface ReturningOptions {
  store: Pick<DeviceConfigStore, 'placesPending' | 'devicesPending'>
  isOnline: (companyId: string, did: string) => boolean
  clock: Clock
  write: (companyId: string, place: ChannelRef) => Promise<unknown>
  onError: (error: unknown) => void
}

export class Returning {
  readonly #options: ReturningOptions
  /** Companies and their devices, in the order in which they came. */
  readonly #waiting = new Map<string, Set<string>>()
  readonly #timer: Timer
  #isWorking = false

  constructor(options: ReturningOptions) {
    this.#options = options
    this.#timer = options.clock.every(ONLINE_AGAIN_MS, () => void this.#noteOnline().catch(options.onError))
  }

  close(): void {
    this.#timer.stop()
  }

  note(companyId: string, dids: readonly string[]): void {
    if (dids.length === 0) return
    const those = this.#waiting.get(companyId) ?? new Set()
    for (const did of dids) those.add(did)
    this.#waiting.set(companyId, those)
    if (this.#isWorking) return
    this.#isWorking = true
    // Anyone who comes in the same moment is asked for with the others.
    queueMicrotask(() => void this.#work())
  }

  async #noteOnline(): Promise<void> {
    const { store, isOnline } = this.#options
    const online = (await store.devicesPending()).filter(({ companyId, did }) => isOnline(companyId, did))
    for (const [companyId, devices] of Map.groupBy(online, (it) => it.companyId))
      this.note(
        companyId,
        devices.map(({ did }) => did),
      )
  }

  async #work(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const [companyId, dids] = next
      try {
        await this.#serve(companyId, dids)
      } catch (error) {
        this.#again(companyId, dids, error)
      }
    }
    this.#isWorking = false
  }

  #next(): [companyId: string, dids: string[]] | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [companyId, those] = first
    const dids = [...those].slice(0, MOST_ASKED)
    for (const did of dids) those.delete(did)
    // Another company's devices are next.
    this.#waiting.delete(companyId)
    if (those.size > 0) this.#waiting.set(companyId, those)
    return [companyId, dids]
  }

  async #serve(companyId: string, dids: readonly string[]): Promise<void> {
    const { store, write } = this.#options
    const places = await store.placesPending(companyId, dids)
    const came = new Map(dids.map((did, at) => [did, at]))
    const order = ({ did }: ChannelRef): number => came.get(did) ?? 0
    const queue = places.toSorted((a, b) => order(a) - order(b)).values()
    const work = async (): Promise<void> => {
      for (const place of queue)
        await write(companyId, place).catch((error: unknown) => this.#again(companyId, [place.did], error))
    }
    await Promise.all(Array.from({ length: Math.min(WRITTEN_AT_ONCE, places.length) }, work))
  }

  /** What the database kept from being done is done later; a bug would be there again. */
  #again(companyId: string, dids: readonly string[], error: unknown): void {
    this.#options.onError(error)
    if (error instanceof StorageFailure && error.reason !== 'closed')
      this.#options.clock.after(AGAIN_MS, () => this.note(companyId, dids))
  }
}
