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

/** Where H.264 and H.265 differ. A payload stands in `bytes` from `at` to `end`. */
export interface NalRules {
  packing(bytes: Buffer, at: number, end: number): Packing
  /** The header of the NAL unit that the fragment at `at` begins. */
  headerOf(bytes: Buffer, at: number): Buffer
  roleOf(nal: Buffer): NalRole | 'parameterSet' | 'passedOver'
  /** Whether an access unit begins with this packet for certain, so that a loss before it does not touch it. */
  startsUnit(bytes: Buffer, at: number, end: number): boolean
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

  push(packet: RtpPacket, timestampUs: number, arrivalUs: number, isAfterLoss: boolean): void {
    const { bytes, start, end } = packet
    const isWithinUnit = this.#assembly.isBegun(timestampUs)
    const endsAmidNal = this.#fragments.isOpen && !this.#assembly.isAt(timestampUs)
    if (isAfterLoss || endsAmidNal) {
      this.#assembly.damage()
      this.#addTorn()
    }
    this.#assembly.enter(timestampUs, arrivalUs)
    if (isAfterLoss && (isWithinUnit || !this.#rules.startsUnit(bytes, start, end))) this.#assembly.damage()
    this.#unpack(bytes, start, end)
    if (packet.marker) this.#assembly.markerSeen()
  }

  #unpack(bytes: Buffer, at: number, end: number): void {
    const packing = this.#rules.packing(bytes, at, end)
    if (packing.kind === 'single') this.#addWhole(bytes, at, end)
    else if (packing.kind === 'aggregate') this.#unpackAggregate(bytes, at + packing.headerBytes, end)
    else if (packing.kind === 'fragment') this.#unpackFragment(bytes, at, end, packing)
  }

  /** Each NAL unit stands behind 16 bits of its size. */
  #unpackAggregate(bytes: Buffer, at: number, end: number): void {
    while (at + 2 <= end) {
      const size = bytes.readUInt16BE(at)
      at += 2
      if (at + size > end) {
        this.#assembly.damage()
        return
      }
      if (size > 0) this.#addWhole(bytes, at, at + size)
      at += size
    }
  }

  #unpackFragment(
    bytes: Buffer,
    at: number,
    end: number,
    fragment: Extract<Packing, { kind: 'fragment' }>,
  ): void {
    const isOutOfPlace = fragment.isStart === this.#fragments.isOpen
    if (isOutOfPlace) {
      this.#assembly.damage()
      this.#addTorn()
    }
    if (fragment.isStart) this.#fragments.start(this.#rules.headerOf(bytes, at))
    if (!this.#fragments.isOpen) return
    if (!this.#fragments.append(bytes, at + fragment.headerBytes, end)) this.#assembly.drop()
    else if (fragment.isEnd) this.#addNal(this.#fragments.take())
  }

  #addWhole(bytes: Buffer, at: number, end: number): void {
    // Cameras that send one between two pieces of another are tolerated; the arena has only one piece under construction.
    const isAmidAnother = this.#fragments.isOpen
    this.#addNal(isAmidAnother ? ownCopy(bytes.subarray(at, end)) : this.#arena.copyOf(bytes, at, end))
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
