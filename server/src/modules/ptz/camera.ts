/** A camera that is being turned: what is wished last is what it does, and nothing goes on that nobody holds. */
import { PTZ_REPEAT_WITHIN_MS, type PtzType } from '@vedette/contract/calls/device-message'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import type { OnvifClient } from '@vedette/devices/onvif/client'
import { OnvifFault, outcomeOf } from '@vedette/devices/onvif/fault'
import { moveFocus, stopFocus } from '@vedette/devices/onvif/imaging'
import { getProfiles } from '@vedette/devices/onvif/media'
import { continuousMove, ptzProfileOf, stop } from '@vedette/devices/onvif/ptz'

import type { Clock, Timer } from '../../engines/clock.ts'

/** The camera stops by itself after this, should the platform be gone. */
const OWN_TIMEOUT_S = 2
/** How soon and how often a camera that could not be told is told to stop: it may have no timeout of its own. */
const STOP_AGAIN_MS = 300
const STOP_TRIES = 5
/** So long the conversation is kept for the next command. */
const IDLE_MS = 30_000

export interface Opened {
  client: OnvifClient
  profile: string
  source: string
}

interface Speeds {
  pan: number
  tilt: number
  zoom: number
  focus: number
}

/** A movement to any side takes the place of the one before. */
const TURNS = 'pan,tilt'
const AT_REST: Speeds = { pan: 0, tilt: 0, zoom: 0, focus: 0 }

const DIRECTIONS: Readonly<Record<PtzType, Partial<Speeds>>> = {
  up: { pan: 0, tilt: 1 },
  down: { pan: 0, tilt: -1 },
  left: { pan: -1, tilt: 0 },
  right: { pan: 1, tilt: 0 },
  leftUp: { pan: -1, tilt: 1 },
  leftDown: { pan: -1, tilt: -1 },
  rightUp: { pan: 1, tilt: 1 },
  rightDown: { pan: 1, tilt: -1 },
  zoomIn: { zoom: 1 },
  zoomOut: { zoom: -1 },
  focusNear: { focus: -1 },
  focusFar: { focus: 1 },
}

/** A movement that stops by itself. */
interface Hold {
  ms: number
  letGo: () => void
  /** Undefined until the camera is told: reaching it may take longer than the hold. */
  timer: Timer | undefined
}

interface CameraNeeds {
  clock: Clock
  /** Undefined for a device without a service of its own. */
  open: () => Promise<OnvifClient | undefined>
  channel: number
  onIdle: () => void
  onError: (error: unknown) => void
}

export class PtzCamera {
  readonly #needs: CameraNeeds
  #wish: Speeds = AT_REST
  #given: Speeds = AT_REST
  #opened: Promise<Opened> | undefined
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined
  /** Movements that were started and not repeated yet, by what moves. */
  readonly #holds = new Map<string, Hold>()
  #idle: Timer | undefined
  #stopAgain: Timer | undefined

  constructor(needs: CameraNeeds) {
    this.#needs = needs
    this.#rests()
  }

  /** `speed` is above 0, at most 1; it stops `holdMs` after the camera was told. Resolves when the camera has been told; throws Refusal. */
  start(type: PtzType, speed: number, holdMs: number): Promise<void> {
    const direction = DIRECTIONS[type]
    for (const axis of axesOf(direction))
      this.#wish = { ...this.#wish, [axis]: (direction[axis] ?? 0) * speed }
    const key = axesOf(direction).join()
    this.#hold(key, holdMs, () => {
      this.stop(type).catch(this.#needs.onError)
    })
    return this.#tell()
  }

  /** Turns at these speeds until it is told anew, as long as a movement that is not repeated. */
  drive({ pan, tilt }: { pan: number; tilt: number }): Promise<void> {
    this.#wish = { ...this.#wish, pan, tilt }
    this.#hold(TURNS, PTZ_REPEAT_WITHIN_MS, () => {
      this.#wish = { ...this.#wish, pan: 0, tilt: 0 }
      this.#tell().catch(this.#needs.onError)
    })
    return this.#tell()
  }

  /** Stops what this moves; the rest goes on. */
  stop(type: PtzType): Promise<void> {
    const axes = axesOf(DIRECTIONS[type])
    const key = axes.join()
    this.#forget(key)
    for (const axis of axes) this.#wish = { ...this.#wish, [axis]: 0 }
    return this.#tell()
  }

  /** Does one thing with the camera, which first lets go of what moved it. Throws Refusal. */
  async ask<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    this.#letGo()
    await this.#tell()
    return this.#talk(work)
  }

  /** Asks without moving or stopping anything. Throws Refusal. */
  look<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    return this.#talk(work)
  }

  close(): void {
    this.#letGo()
    this.#idle?.stop()
    this.#stopAgain?.stop()
  }

  /** A movement that the camera was told of already is counted at once, however slowly it answers meanwhile. */
  #hold(key: string, ms: number, letGo: () => void): void {
    const isUnderWay = this.#holds.get(key)?.timer !== undefined
    this.#forget(key)
    this.#holds.set(key, { ms, letGo, timer: undefined })
    if (isUnderWay) this.#count(key)
  }

  #forget(key: string): void {
    this.#holds.get(key)?.timer?.stop()
    this.#holds.delete(key)
  }

  /** From now on the camera moves. */
  #countHolds(): void {
    for (const key of this.#holds.keys()) this.#count(key)
  }

  #count(key: string): void {
    const hold = this.#holds.get(key)
    if (!hold) return
    hold.timer ??= this.#needs.clock.after(hold.ms, () => {
      this.#holds.delete(key)
      hold.letGo()
    })
  }

  #letGo(): void {
    for (const key of this.#holds.keys()) this.#forget(key)
    this.#wish = AT_REST
  }

  /** One command is under way at a time; of those that wait meanwhile the camera gets the last. */
  #tell(): Promise<void> {
    if (!this.#current) {
      this.#current = this.#carryOut().finally(() => (this.#current = undefined))
      return this.#current
    }
    this.#next ??= this.#current
      // Its own caller hears what became of it.
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#tell()
      })
    return this.#next
  }

  async #carryOut(): Promise<void> {
    if (this.#wish === this.#given || isAtRest(this.#wish, this.#given)) return
    const told = this.#talk(async (opened) => {
      // Read now: opening takes a while, and who let go meanwhile wants nothing to move.
      const { pan, tilt, zoom, focus } = this.#wish
      const before = this.#given
      this.#given = this.#wish
      this.#countHolds()
      const { client, profile, source } = opened
      if (pan !== 0 || tilt !== 0 || zoom !== 0)
        await continuousMove(client, profile, { pan, tilt, zoom }, OWN_TIMEOUT_S)
      else if (before.pan !== 0 || before.tilt !== 0 || before.zoom !== 0) await stop(client, profile)
      if (focus !== before.focus) {
        if (focus === 0) await stopFocus(client, source)
        else await moveFocus(client, source, focus)
      }
    })
    await told.catch((error: unknown) => {
      this.#stopLater(STOP_TRIES)
      throw error
    })
  }

  #stopLater(tries: number): void {
    this.#stopAgain?.stop()
    if (tries === 0) return
    this.#stopAgain = this.#needs.clock.after(STOP_AGAIN_MS, () => {
      // Somebody moves it by now.
      if (!isAtRest(this.#wish)) return
      this.#talk(({ client, profile }) => stop(client, profile)).catch(() => this.#stopLater(tries - 1))
    })
  }

  async #talk<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    this.#rests()
    const outcome = await outcomeOf((this.#opened ??= this.#open()).then(work))
    if (outcome.ok) return outcome.value
    // Whatever it does now ends by its own timeout; the next command begins anew.
    this.#opened = undefined
    this.#given = AT_REST
    this.#letGo()
    switch (outcome.reason) {
      case 'unreachable':
        throw new Refusal('deviceOffline')
      case 'notSupported':
        throw fault('unavailable', 'DID', 'noPtz')
      case 'certificate':
      case 'credentials':
      case 'refused':
      case 'protocol':
        throw new Refusal('deviceChangeFailed', { Refused: [] })
    }
  }

  async #open(): Promise<Opened> {
    const { open, channel } = this.#needs
    const client = await open()
    if (!client) throw new OnvifFault('notSupported', 'The device has no service of its own')
    await client.open()
    const place = client.has('ptz') ? ptzProfileOf(await getProfiles(client), channel) : undefined
    if (!place) throw new OnvifFault('notSupported', 'The device has nothing that turns it')
    return { client, ...place }
  }

  #rests(): void {
    this.#idle?.stop()
    this.#idle = this.#needs.clock.after(IDLE_MS, () => this.#needs.onIdle())
  }
}

function isAtRest(...speeds: readonly Speeds[]): boolean {
  return speeds.every((speed) => axesOf(speed).every((axis) => speed[axis] === 0))
}

function axesOf(direction: Partial<Speeds>): (keyof Speeds)[] {
  return (['pan', 'tilt', 'zoom', 'focus'] as const).filter((axis) => axis in direction)
}
