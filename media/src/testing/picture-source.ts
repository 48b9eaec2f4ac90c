import type { AccessUnit } from '../access-unit.ts'
import { footage } from './footage.ts'

export const FRAME_US = 40_000
export const START_US = Date.UTC(2026, 4, 1, 12) * 1000

interface Sink {
  accessUnit(unit: AccessUnit): void
}

/** A camera whose session time, machine and own clock run as they are told. */
export class PictureSource {
  readonly #to: Sink
  readonly #pictures = footage('plain').pictures
  sent = 0
  /** How far the machine's clock is from the truth, and the camera's own, where it tells. */
  machineUs = 0
  cameraUs: number | undefined
  /** Pictures arrive no earlier than this: what a stalled network held back comes at once. */
  heldToUs = 0
  /** Seconds from key frame to key frame. */
  gopS = 1
  /** Pictures that the camera did not take. */
  #skipped = 0
  #sessionUs = 7_000_000

  constructor(to: Sink) {
    this.#to = to
  }

  get trueUs(): number {
    return START_US + (this.sent + this.#skipped) * FRAME_US
  }

  seconds(count: number): void {
    for (let frame = 0; frame < count * 25; frame++) this.picture()
  }

  /** The camera stands still, and goes on with its next key frame. */
  skip(seconds: number): void {
    while (this.sent % (25 * this.gopS) !== 0) this.picture()
    this.#skipped += seconds * 25
  }

  /** The camera's next session has time stamps of its own. */
  newSession(stampUs: number): void {
    this.skip(0)
    this.#sessionUs = stampUs - (this.trueUs - START_US)
  }

  picture(): void {
    this.#to.accessUnit(this.#next())
  }

  #next(): AccessUnit {
    const picture = this.#pictures[this.sent % this.#pictures.length] ?? { isKey: false, units: [] }
    const timestampUs = this.#sessionUs + this.trueUs - START_US
    const unit: AccessUnit = {
      kind: 'video',
      timestampUs,
      arrivalUs: Math.max(this.trueUs, this.heldToUs) + this.machineUs + 30_000,
      ...picture,
      isKey: this.sent % (25 * this.gopS) === 0,
    }
    if (this.cameraUs !== undefined) unit.wallClockUs = this.trueUs + this.cameraUs
    this.sent++
    return unit
  }
}
