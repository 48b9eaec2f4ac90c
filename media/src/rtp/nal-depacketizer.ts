import type { AccessUnit, VideoFormat } from '../access-unit.ts'
import type { ParameterSets } from '../codec/parameter-sets.ts'
import { Arena, blockOfItsOwn, type TakeBlock } from './arena.ts'
import type { Depacketizer, DepacketizerSink } from './depacketizer.ts'
import { NalFragments } from './nal-fragments.ts'
import { ownCopy } from './own-copy.ts'
import type { RtpPacket } from './packet.ts'
import { type NalRole, UnitAssembly } from './unit-assembly.ts'

/** What a payload holds; `headerBytes` come before the first NAL unit, or before the piece of one. */
export type Packing =
  | { kind: 'single' }
  | { kind: 'aggregate'; headerBytes: number }
  | { kind: 'fragment'; headerBytes: number; isStart: boolean; isEnd: boolean }
  | { kind: 'unknown' }

export const SINGLE: Packing = { kind: 'single' }
export const UNKNOWN: Packing = { kind: 'unknown' }

/** The packings of fragments by the header's two bits that mark the start and end of a NAL unit; made once, not for each packet. */
export function fragmentPackings(headerBytes: number): (header: number) => Packing {
  const packings = [false, true].flatMap((isStart) =>
    [false, true].map((isEnd): Packing => ({ kind: 'fragment', headerBytes, isStart, isEnd })),
  )
  return (header) => packings[header >> 6] ?? UNKNOWN
}

/** Where H.264 and H.265 differ. */
export interface NalRules {
  packing(payload: Buffer): Packing
  /** The header of the NAL unit that a fragment begins. */
  headerOf(fragment: Buffer): Buffer
  roleOf(nal: Buffer): NalRole | 'parameterSet' | 'passedOver'
  /** Whether an access unit begins with this packet for certain, so that a loss before it does not touch it. */
  startsUnit(payload: Buffer): boolean
}

/** Access units out of packets of NAL units; decoding order must be sending order. */
export class NalDepacketizer implements Depacketizer {
  readonly #sink: DepacketizerSink
  readonly #rules: NalRules
  readonly #sets: ParameterSets
  readonly #arena: Arena
  readonly #fragments: NalFragments
  readonly #assembly = new UnitAssembly((unit) => this.#emit(unit))
  #format: VideoFormat | undefined

  constructor(
    sink: DepacketizerSink,
    rules: NalRules,
    sets: ParameterSets,
    takeBlock: TakeBlock = blockOfItsOwn,
  ) {
    this.#arena = new Arena({ takeBlock })
    this.#fragments = new NalFragments(this.#arena)
    this.#sink = sink
    this.#rules = rules
    this.#sets = sets
  }

  push({ payload, marker }: RtpPacket, timestampUs: number, arrivalUs: number, isAfterLoss: boolean): void {
    const isWithinUnit = this.#assembly.isBegun(timestampUs)
    const endsAmidNal = this.#fragments.isOpen && !this.#assembly.isAt(timestampUs)
    if (isAfterLoss || endsAmidNal) {
      this.#assembly.damage()
      this.#addTorn()
    }
    this.#assembly.enter(timestampUs, arrivalUs)
    if (isAfterLoss && (isWithinUnit || !this.#rules.startsUnit(payload))) this.#assembly.damage()
    this.#unpack(payload)
    if (marker) this.#assembly.markerSeen()
  }

  #unpack(payload: Buffer): void {
    const packing = this.#rules.packing(payload)
    if (packing.kind === 'single') this.#addWhole(payload)
    else if (packing.kind === 'aggregate') this.#unpackAggregate(payload, packing.headerBytes)
    else if (packing.kind === 'fragment') this.#unpackFragment(payload, packing)
  }

  /** Each NAL unit stands behind 16 bits of its size. */
  #unpackAggregate(payload: Buffer, headerBytes: number): void {
    let at = headerBytes
    while (at + 2 <= payload.length) {
      const size = payload.readUInt16BE(at)
      at += 2
      if (at + size > payload.length) {
        this.#assembly.damage()
        return
      }
      if (size > 0) this.#addWhole(payload.subarray(at, at + size))
      at += size
    }
  }

  #unpackFragment(payload: Buffer, fragment: Extract<Packing, { kind: 'fragment' }>): void {
    const isOutOfPlace = fragment.isStart === this.#fragments.isOpen
    if (isOutOfPlace) {
      this.#assembly.damage()
      this.#addTorn()
    }
    if (fragment.isStart) this.#fragments.start(this.#rules.headerOf(payload))
    if (!this.#fragments.isOpen) return
    if (!this.#fragments.append(payload, fragment.headerBytes)) this.#assembly.drop()
    else if (fragment.isEnd) this.#addNal(this.#fragments.take())
  }

  #addWhole(nal: Buffer): void {
    // Cameras that send one between two pieces of another are tolerated; the arena has only one piece under construction.
    this.#addNal(this.#fragments.isOpen ? ownCopy(nal) : this.#arena.copyOf(nal))
  }

  /** The beginning of one whose end was lost. */
  #addTorn(): void {
    if (!this.#fragments.isOpen) return
    const nal = this.#fragments.take()
    const role = this.#rules.roleOf(nal)
    // A torn set would be believed by all that follows.
    if (role !== 'parameterSet' && role !== 'passedOver') this.#assembly.add(nal, role)
  }

  #addNal(nal: Buffer): void {
    const role = this.#rules.roleOf(nal)
    // Kept for as long as the session: it must not keep a block of pictures alive.
    if (role === 'parameterSet') this.#sets.learn(ownCopy(nal))
    else if (role !== 'passedOver') this.#assembly.add(nal, role)
  }

  #emit(unit: AccessUnit): void {
    if (this.#sets.takeChange()) {
      this.#format = this.#sets.format()
      if (this.#format) this.#sink.format(this.#format)
    }
    if (this.#format) this.#sink.accessUnit(unit)
    else if (this.#sets.refusal !== undefined) this.#sink.unusable(this.#sets.refusal)
  }
}
