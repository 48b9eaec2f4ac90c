import type { AccessUnit } from '../access-unit.ts'

/** With all that is put around it, far from the longest frame of the feed. */
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
}

/**
 * Gathers NAL units into access units. After a loss the unit is dropped and all up to the next key frame,
 * because what follows refers to pictures that a decoder does not have.
 */
export class UnitAssembly {
  readonly #emit: (unit: AccessUnit) => void
  #open: OpenUnit = emptyUnit(-1)
  #awaitsKey = true

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

  /** A piece of this unit is missing or too much. */
  damage(): void {
    this.#open.isDamaged = true
    this.#open.units = []
  }

  add(nal: Buffer, role: NalRole): void {
    const open = this.#open
    if (open.isDamaged) return
    open.units.push(nal)
    open.size += nal.length
    if (role !== 'other') open.hasPicture = true
    if (role === 'keyPicture') open.isKey = true
    if (open.size > MAX_UNIT_BYTES || open.units.length > MAX_UNIT_NALS) this.damage()
  }

  /** Cameras that set the marker behind SEI as well exist: a unit without a picture stays open. */
  markerSeen(): void {
    if (this.#open.hasPicture || this.#open.isDamaged) this.#finish()
  }

  #finish(): void {
    const { units, isKey, hasPicture, isDamaged, timestampUs, arrivalUs } = this.#open
    this.#open = emptyUnit(timestampUs)
    if (isDamaged) this.#awaitsKey = true
    else if (hasPicture) {
      if (isKey) this.#awaitsKey = false
      if (!this.#awaitsKey) this.#emit({ kind: 'video', isKey, timestampUs, arrivalUs, units })
    }
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
})
