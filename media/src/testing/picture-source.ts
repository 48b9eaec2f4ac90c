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

  constructor(to: Sink) {
    this.#to = to
  }

  get trueUs(): number {
    return START_US + this.sent * FRAME_US
  }

  seconds(count: number): void {
    for (let frame = 0; frame < count * 25; frame++) this.picture()
  }

  picture(): void {
    this.#to.accessUnit(this.#next())
  }

  #next(): AccessUnit {
    const picture = this.#pictures[this.sent % this.#pictures.length] ?? { isKey: false, units: [] }
    const timestampUs = 7_000_000 + this.sent * FRAME_US
    const unit: AccessUnit = {
      kind: 'video',
      timestampUs,
      arrivalUs: this.trueUs + this.machineUs + 30_000,
      ...picture,
    }
    if (this.cameraUs !== undefined) unit.wallClockUs = this.trueUs + this.cameraUs
    this.sent++
    return unit
  }
}
