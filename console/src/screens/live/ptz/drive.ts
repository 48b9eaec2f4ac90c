/** Keeps a camera moving while somebody holds it: the server stops what is not said again in time. */
import type { PtzType } from '@vedette/contract/calls/device-message'

/** The server stops the camera so long after the last word: with the way of the picture it stands within a second. */
export const HOLD_MS = 700
/** Well within that. */
const REPEAT_MS = 250

/** Resolves to whether the camera was told. */
export type Say = (control: 'start' | 'stop', type: PtzType, step: number) => Promise<boolean>

type Axis = 'turn' | 'zoom' | 'focus'

interface Movement {
  type: PtzType
  step: number
}

export class PtzDrive {
  readonly #say: Say
  readonly #moving = new Map<Axis, Movement>()
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(say: Say) {
    this.#say = say
  }

  get isMoving(): boolean {
    return this.#moving.size > 0
  }

  /** Resolves once all that was sent so far is answered: a stop still on its way would end what is asked for next. */
  get said(): Promise<void> {
    return this.#queue
  }

  start(type: PtzType, step: number): void {
    const axis = axisOf(type)
    const before = this.#moving.get(axis)
    if (before?.type === type && before.step === step) return
    const movement = { type, step }
    this.#moving.set(axis, movement)
    this.#send('start', movement)
    this.#timer ??= setInterval(() => this.#repeat(), REPEAT_MS)
  }

  /** Stops what this type moves, whatever it moves it to by now. */
  stop(type: PtzType): void {
    const axis = axisOf(type)
    const movement = this.#moving.get(axis)
    if (!movement) return
    this.#moving.delete(axis)
    this.#send('stop', movement)
    if (!this.isMoving) this.#rest()
  }

  stopAll(): void {
    for (const { type } of this.#moving.values()) this.stop(type)
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #repeat(): void {
    // On a slow link the one under way holds the camera.
    if (this.#waiting > 0) return
    for (const movement of this.#moving.values()) this.#send('start', movement)
  }

  /** One after the other: a stop that overtook its start would be taken back by it. */
  #send(control: 'start' | 'stop', movement: Movement): void {
    const { type, step } = movement
    this.#waiting++
    this.#queue = this.#queue.then(async () => {
      const isTold = await this.#say(control, type, step)
      this.#waiting--
      // Refused: it is not asked for again until the next press. What was pressed since is another movement.
      if (isTold || this.#moving.get(axisOf(type)) !== movement) return
      this.#moving.delete(axisOf(type))
      if (!this.isMoving) this.#rest()
    })
  }
}

function axisOf(type: PtzType): Axis {
  if (type.startsWith('zoom')) return 'zoom'
  return type.startsWith('focus') ? 'focus' : 'turn'
}
