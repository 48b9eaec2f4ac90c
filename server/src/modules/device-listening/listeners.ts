/** The devices that can tell of events: each is listened to once, however many want to know. */
import { Listener, type Hearer, type ListenerNeeds } from './listener.ts'
import type { ListenedDevice, ListeningStore } from './store.ts'

export interface ListenersNeeds extends ListenerNeeds {
  store: ListeningStore
}

export class DeviceListeners {
  readonly #needs: ListenersNeeds
  readonly #listeners = new Map<string, Listener>()
  readonly #hearers = new Set<Hearer>()
  readonly #all: Required<Hearer> = {
    onEvents: (...heard) => {
      for (const hearer of this.#hearers) hearer.onEvents?.(...heard)
    },
    onAsked: (device, client) => {
      for (const hearer of this.#hearers) hearer.onAsked?.(device, client)
    },
    onLost: (device) => {
      for (const hearer of this.#hearers) hearer.onLost?.(device)
    },
  }
  #isClosed = false
  #queue: Promise<void> = Promise.resolve()

  constructor(needs: ListenersNeeds) {
    this.#needs = needs
  }

  hear(hearer: Hearer): void {
    this.#hearers.add(hearer)
  }

  /** These devices of the company were added, changed or removed; without DIDs any of it, without a company any. */
  refresh(companyId?: string, dids?: readonly string[]): void {
    this.#queue = this.#queue.then(() => this.#read(companyId, dids)).catch(this.#needs.onError)
  }

  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners.values()) listener.end()
    this.#listeners.clear()
  }

  async #read(companyId: string | undefined, dids: readonly string[] | undefined): Promise<void> {
    const found = await this.#needs.store.devices(companyId, dids)
    if (this.#isClosed) return
    const wanted = new Map(found.map((device) => [keyOf(device), device]))
    for (const [key, listener] of this.#listeners) {
      const { device } = listener
      if (companyId !== undefined && device.companyId !== companyId) continue
      if (dids !== undefined && !dids.includes(device.did)) continue
      if (wanted.get(key)?.version === device.version) continue
      listener.end()
      this.#listeners.delete(key)
    }
    for (const [key, device] of wanted)
      if (!this.#listeners.has(key)) this.#listeners.set(key, new Listener(device, this.#all, this.#needs))
  }
}

function keyOf({ companyId, did }: ListenedDevice): string {
  return `${companyId}/${did}`
}
