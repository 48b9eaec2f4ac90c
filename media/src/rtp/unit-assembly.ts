import type { AccessUnit } from '../access-unit.ts'

/** A unit of this size, with all that is put around it, stays far from the longest frame of the feed. */
const MAX_UNIT_BYTES = 8 << 20
const MAX_UNIT_NALS = 1024

export type NalRole = 'keyPicture' | 'picture' | 'other'

interface OpenUnit {
  timestampUs: number
  arrivalUs: number
  units: Buffer[]
  size: number
  isKey: boolean
  hasPicture: boolean
  isDamaged: boolean
  /** Too large for anybody. */
  isDropped: boolean
}

/**
 * Gathers NAL units into access units. After a loss what came of a unit is kept, and marked with all that refers to it: a decoder
 * conceals what is missing, and a picture with a fault says more than none.
 */
export class UnitAssembly {
  readonly #emit: (unit: AccessUnit) => void
  #open: OpenUnit = emptyUnit(-1)
  /** Nothing of the stream can be decoded yet. */
  #awaitsKey = true
  /** Since the last whole key frame something was lost. */
  #isBroken = false

  constructor(emit: (unit: AccessUnit) => void) {
    this.#emit = emit
  }

  /** Begins a packet; a new time stamp ends the unit before it. */
  enter(timestampUs: number, arrivalUs: number): void {
    if (!this.isAt(timestampUs)) {
      this.#finish()
      this.#open.timestampUs = timestampUs
    }
    this.#open.arrivalUs = arrivalUs
  }

  isAt(timestampUs: number): boolean {
    return timestampUs === this.#open.timestampUs
  }

  isBegun(timestampUs: number): boolean {
    return this.isAt(timestampUs) && this.#open.units.length > 0
  }

  /** A piece of this unit, or the unit before it, is missing. */
  damage(): void {
    this.#open.isDamaged = true
  }

  /** Nothing of this unit is kept. */
  drop(): void {
    this.#open.isDropped = true
    this.#open.units = []
  }

  add(nal: Buffer, role: NalRole): void {
    const open = this.#open
    if (open.isDropped) return
    open.units.push(nal)
    open.size += nal.length
    if (role !== 'other') open.hasPicture = true
    if (role === 'keyPicture') open.isKey = true
    if (open.size > MAX_UNIT_BYTES || open.units.length > MAX_UNIT_NALS) this.drop()
  }

  /** Cameras that set the marker behind SEI as well exist: a unit without a picture stays open. */
  markerSeen(): void {
    if (this.#open.hasPicture || this.#open.isDropped) this.#finish()
  }

  #finish(): void {
    const { units, isKey, hasPicture, isDamaged, isDropped, timestampUs, arrivalUs } = this.#open
    this.#open = emptyUnit(timestampUs)
    if (isDropped || isDamaged) this.#isBroken = true
    else if (isKey) this.#isBroken = false
    // Large key frames hardly ever come whole over a poor connection: one with a fault begins a stream as well.
    if (isKey && !isDropped) this.#awaitsKey = false
    if (isDropped || !hasPicture || this.#awaitsKey) return
    const unit: AccessUnit = { kind: 'video', isKey, timestampUs, arrivalUs, units }
    if (this.#isBroken) unit.isDamaged = true
    this.#emit(unit)
  }
}

const emptyUnit = (timestampUs: number): OpenUnit => ({
  timestampUs,
  arrivalUs: 0,
  units: [],
  size: 0,
  isKey: false,
  hasPicture: false,
  isDamaged: false,
  isDropped: false,
})
