/** Whether devices are there, judged by the media that come from them. */
import { PRESENCE, type Presence } from '@vedette/contract/devices'
import type { StateReason } from '@vedette/contract/live'

import type { Clock, Timer } from '../engines/clock.ts'

/** A camera that comes back sooner was never away. */
const OFFLINE_AFTER_MS = 10_000
const CHECK_MS = 1000

export interface DevicePresence {
  companyId: string
  did: string
  regionId: string | null
  presence: Presence
  /** `connecting`: no evidence yet. */
  reason: StateReason
  sinceMs: number
}

export type PresenceListener = (companyId: string, devices: readonly DevicePresence[]) => void

interface Watched extends DevicePresence {
  isLive: boolean
  /** When the last medium ended, or the device became known. */
  lostAtMs: number
  /** Why there are none, as last told. */
  lostReason: StateReason
}

export class Presences {
  readonly #clock: Clock
  readonly #devices = new Map<string, Watched>()
  readonly #listeners = new Set<PresenceListener>()
  readonly #timer: Timer

  constructor(clock: Clock) {
    this.#clock = clock
    this.#timer = clock.every(CHECK_MS, () => this.#check())
  }

  /** Undefined for a device that has no stream, or is another company's. */
  of(companyId: string, did: string): DevicePresence | undefined {
    const device = this.#devices.get(did)
    return device?.companyId === companyId ? published(device) : undefined
  }

  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A device whose streams are to be watched, or one that moved to another region. */
  add(companyId: string, did: string, regionId: string | null): void {
    const known = this.#devices.get(did)
    if (known?.companyId === companyId) {
      known.regionId = regionId
      return
    }
    const sinceMs = this.#clock.now()
    this.#devices.set(did, {
      companyId,
      did,
      regionId,
      presence: PRESENCE.offline,
      reason: 'connecting',
      sinceMs,
      isLive: false,
      lostAtMs: sinceMs,
      lostReason: 'connecting',
    })
  }

  remove(did: string): void {
    this.#devices.delete(did)
  }

  /** `reason` says why none of the device's streams is live. */
  evidence(did: string, isLive: boolean, reason: StateReason): void {
    const device = this.#devices.get(did)
    if (!device) return
    if (device.isLive && !isLive) device.lostAtMs = this.#clock.now()
    device.isLive = isLive
    // The tries between two failures say nothing new.
    if (!isLive && reason !== 'none' && reason !== 'connecting') device.lostReason = reason
    if (isLive) this.#set(device, PRESENCE.online, 'none', this.#clock.now())
    else if (device.presence === PRESENCE.offline && device.reason !== 'connecting')
      this.#set(device, PRESENCE.offline, device.lostReason, device.sinceMs)
  }

  close(): void {
    this.#timer.stop()
  }

  #check(): void {
    const dueMs = this.#clock.now() - OFFLINE_AFTER_MS
    for (const device of this.#devices.values()) {
      if (device.isLive || device.lostAtMs > dueMs) continue
      if (device.presence === PRESENCE.offline && device.reason !== 'connecting') continue
      const reason = device.lostReason === 'connecting' ? 'unreachable' : device.lostReason
      this.#set(device, PRESENCE.offline, reason, device.lostAtMs)
    }
  }

  #set(device: Watched, presence: Presence, reason: StateReason, sinceMs: number): void {
    const isSame = device.presence === presence
    if (isSame && device.reason === reason) return
    device.presence = presence
    device.reason = reason
    if (!isSame) device.sinceMs = sinceMs
    for (const listener of this.#listeners) listener(device.companyId, [published(device)])
  }
}

function published({ companyId, did, regionId, presence, reason, sinceMs }: Watched): DevicePresence {
  return { companyId, did, regionId, presence, reason, sinceMs }
}
