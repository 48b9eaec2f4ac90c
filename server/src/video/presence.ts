/** Whether devices are there, checked by the media that come from them and by what they say of themselves. */
import { type DeviceStatus, PRESENCE, type Presence } from '@vedette/contract/devices'
import type { StateReason } from '@vedette/contract/live'

import type { Clock, Timer } from '../engines/clock.ts'

/** A camera that comes back sooner was never away. */
const OFFLINE_AFTER_MS = 10_000
const CHECK_MS = 1000
/** A camera says that it falls asleep before its pictures end. */
const LAST_WORD_MS = 30_000
/** An upgrade whose end nobody heard of is over. */
const UPGRADE_LIMIT_MS = 15 * 60_000

/** What a device says of itself through its driver; `awake` takes back both others. */
export type DeviceWord = 'awake' | 'sleeping' | 'upgrading'

export interface DevicePresence {
  companyId: string
  did: string
  regionId: string | null
  presence: Presence
  /** `connecting`: no evidence yet. */
  reason: StateReason
  sinceMs: number
  status: DeviceStatus
  statusSinceMs: number
}

export type PresenceListener = (companyId: string, devices: readonly DevicePresence[]) => void

interface Watched extends DevicePresence {
  isLive: boolean
  /** When the last medium ended, or the device became known. */
  lostAtMs: number
  /** Why there are none, as last told. */
  lostReason: StateReason
  upgradeEndsAtMs: number
  /** When it said so while pictures still came, and has not taken it back. */
  sleepSaidMs: number | undefined
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

  isAsleep(companyId: string, did: string): boolean {
    return this.of(companyId, did)?.presence === PRESENCE.sleeping
  }

  /** The DIDs of a company's devices of which this is true; one without streams is not among them. */
  didsWhere(
    companyId: string,
    isMeant: (device: Pick<DevicePresence, 'regionId' | 'presence' | 'status'>) => boolean,
  ): string[] {
    const found: string[] = []
    for (const device of this.#devices.values())
      if (device.companyId === companyId && isMeant(device)) found.push(device.did)
    return found
  }

  /** How many of a company's devices are online, by their region. */
  onlineByRegion(companyId: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { companyId: owner, regionId, presence } of this.#devices.values())
      if (owner === companyId && regionId !== null && presence === PRESENCE.online)
        counts.set(regionId, (counts.get(regionId) ?? 0) + 1)
    return counts
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
      status: 'normal',
      statusSinceMs: sinceMs,
      isLive: false,
      lostAtMs: sinceMs,
      lostReason: 'connecting',
      upgradeEndsAtMs: 0,
      sleepSaidMs: undefined,
    })
  }

  remove(did: string): void {
    this.#devices.delete(did)
  }

  /** `reason` says why none of the device's streams is live, `sinceMs` since when, which may be a while ago: the last picture. */
  evidence(did: string, isLive: boolean, reason: StateReason, sinceMs = this.#clock.now()): void {
    const device = this.#devices.get(did)
    if (!device) return
    const nowMs = this.#clock.now()
    const isLost = device.isLive && !isLive
    if (isLost) device.lostAtMs = Math.min(sinceMs, nowMs)
    device.isLive = isLive
    if (isLost && nowMs - (device.sleepSaidMs ?? -Infinity) <= LAST_WORD_MS)
      this.#set(device, PRESENCE.sleeping, 'none', nowMs)
    // The tries between two failures say nothing new.
    if (!isLive && reason !== 'none' && reason !== 'connecting') device.lostReason = reason
    if (isLive) this.#set(device, PRESENCE.online, 'none', nowMs)
    else if (device.presence === PRESENCE.offline && device.reason !== 'connecting')
      this.#set(device, PRESENCE.offline, device.lostReason, device.sinceMs)
  }

  /** Media are the stronger evidence: a device that sends pictures is online, whatever it said. */
  says(companyId: string, did: string, word: DeviceWord): void {
    const device = this.#devices.get(did)
    if (device?.companyId !== companyId) return
    const nowMs = this.#clock.now()
    if (word === 'upgrading') device.upgradeEndsAtMs = nowMs + UPGRADE_LIMIT_MS
    this.#setStatus(device, word === 'upgrading' ? 'upgrading' : 'normal')
    device.sleepSaidMs = word === 'sleeping' ? nowMs : undefined
    if (word === 'sleeping' && !device.isLive) this.#set(device, PRESENCE.sleeping, 'none', nowMs)
    if (word !== 'awake' || device.presence !== PRESENCE.sleeping) return
    // Until there is evidence again, it is as if it had just become known.
    device.lostAtMs = nowMs
    this.#set(device, PRESENCE.offline, 'connecting', nowMs)
  }

  close(): void {
    this.#timer.stop()
  }

  #check(): void {
    const nowMs = this.#clock.now()
    const dueMs = nowMs - OFFLINE_AFTER_MS
    for (const device of this.#devices.values()) {
      if (device.upgradeEndsAtMs <= nowMs) this.#setStatus(device, 'normal')
      if (device.isLive || device.lostAtMs > dueMs || device.presence === PRESENCE.sleeping) continue
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
    this.#tell(device)
  }

  #setStatus(device: Watched, status: DeviceStatus): void {
    if (device.status === status) return
    device.status = status
    device.statusSinceMs = this.#clock.now()
    this.#tell(device)
  }

  #tell(device: Watched): void {
    for (const listener of this.#listeners) listener(device.companyId, [published(device)])
  }
}

function published(device: Watched): DevicePresence {
  const { companyId, did, regionId, presence, reason, sinceMs, status, statusSinceMs } = device
  return { companyId, did, regionId, presence, reason, sinceMs, status, statusSinceMs }
}
