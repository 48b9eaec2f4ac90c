/** What happens to devices: states that are set, restarts and upgrades that take their time, and what they tell of it. */
import { type Camera, type Device, type DeviceState, mediaOf } from './device.ts'
import { TOPICS } from './onvif/topics.ts'
import { isMoving } from './scene/motion.ts'

const RESTART_MS = 3000
const UPGRADE_MS = 10_000
const LOOK_EVERY_MS = 200
const RING_MS = 1000

export interface Surroundings {
  /** Connections of the device are to be cut. */
  gone(device: Device): void
  back(device: Device): void
}

export class Life {
  private readonly devices: readonly Device[]
  private readonly log: (line: string) => void
  private readonly timers = new Map<Device, NodeJS.Timeout>()
  private readonly rings = new Map<Device, NodeJS.Timeout>()
  private around: Surroundings = { gone: () => {}, back: () => {} }
  private look: NodeJS.Timeout | undefined

  constructor(devices: Iterable<Device>, log: (line: string) => void) {
    this.devices = [...devices]
    this.log = log
  }

  begin(around: Surroundings) {
    this.around = around
    this.tellStates()
    this.look = setInterval(() => this.tellMotion(), LOOK_EVERY_MS)
  }

  end() {
    clearInterval(this.look)
    for (const timer of [...this.timers.values(), ...this.rings.values()]) clearTimeout(timer)
  }

  setState(device: Device, state: DeviceState) {
    clearTimeout(this.timers.get(device))
    this.timers.delete(device)
    const wasCut = isCut(device.state)
    device.state = state
    for (const media of device.cameras.flatMap((camera) => mediaOf(camera))) {
      media.isFrozen = state === 'frozen'
    }
    this.log(`device ${device.number} is ${state}`)
    this.tellSleep(device)
    if (isCut(state)) this.around.gone(device)
    else if (wasCut) this.around.back(device)
  }

  reboot(device: Device) {
    // The answer to the request goes out first.
    this.after(device, 100, () => {
      this.setState(device, 'offline')
      this.after(device, RESTART_MS, () => this.setState(device, 'online'))
    })
  }

  wake(device: Device) {
    if (device.state === 'asleep') this.setState(device, 'online')
  }

  /** The button is held for a moment. */
  ring(device: Device) {
    device.events.set(...TOPICS.ring(true), Date.now())
    clearTimeout(this.rings.get(device))
    const release = setTimeout(() => device.events.set(...TOPICS.ring(false), Date.now()), RING_MS)
    this.rings.set(device, release)
  }

  tamper(camera: Camera, isTampered: boolean) {
    camera.device.events.set(...TOPICS.tamper(camera, isTampered), Date.now())
  }

  upgrade(device: Device, version: string) {
    const fails = device.failsUpgrade
    this.after(device, 100, () => {
      this.setState(device, 'upgrading')
      this.after(device, UPGRADE_MS, () => {
        if (!fails) device.firmware = version
        this.setState(device, 'online')
      })
    })
  }

  private after(device: Device, ms: number, act: () => void) {
    clearTimeout(this.timers.get(device))
    this.timers.set(device, setTimeout(act, ms))
  }

  private tellStates() {
    const now = Date.now()
    for (const device of this.devices) {
      this.tellSleep(device)
      if (device.features.ring) device.events.set(...TOPICS.ring(false), now)
    }
  }

  private tellSleep(device: Device) {
    if (device.features.sleep) device.events.set(...TOPICS.sleep(device.state === 'asleep'), Date.now())
  }

  private tellMotionOf(camera: Camera, now: number) {
    const { detector } = camera
    const told = detector?.rules.map((rule) => ({ name: rule.name, sees: detector.sees(rule, camera, now) }))
    for (const { name, sees } of told ?? [{ name: 'Motion', sees: isMoving(camera, now, 'any') }])
      camera.device.events.set(...TOPICS.motion(camera, name, sees), now)
  }

  private tellMotion() {
    const now = Date.now()
    for (const device of this.devices) {
      if (!device.events.isHeard || device.state !== 'online') continue
      for (const camera of device.cameras) {
        this.tellMotionOf(camera, now)
        device.events.set(...TOPICS.person(camera, isMoving(camera, now, 'person')), now)
      }
    }
  }
}

function isCut(state: DeviceState): boolean {
  return state === 'offline' || state === 'upgrading' || state === 'asleep'
}
