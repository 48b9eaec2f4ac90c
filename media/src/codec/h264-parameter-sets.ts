import type { VideoFormat } from '../access-unit.ts'
import { BitReader, readOrUndefined, unescapeNal } from './bits.ts'
import { cannotReorder, parseH264Sps, rewriteSpsForNoReorder } from './h264-sps.ts'
import { MAX_SET_BYTES, type ParameterSets } from './parameter-sets.ts'

const SPS = 7
const PPS = 8
const MAX_PICTURE_SETS = 256
/** Limit of all picture parameter sets together: they go into every initialization segment. */
const MAX_PICTURE_SETS_BYTES = 32 << 10

/** The last sequence parameter set and the picture parameter sets that came with it. */
export class H264ParameterSets implements ParameterSets {
  #sps: Buffer | undefined
  /** Keyed by pic_parameter_set_id. */
  readonly #pps = new Map<number, Buffer>()
  #hasChanged = false
  refusal: string | undefined

  constructor(sets: Buffer[]) {
    for (const set of sets) this.learn(set)
  }

  learn(set: Buffer): void {
    const type = (set[0] ?? 0) & 0x1f
    if (set.length > MAX_SET_BYTES) return
    if (type === SPS) this.#learnSps(set)
    if (type === PPS) this.#learnPps(set)
  }

  #learnSps(set: Buffer): void {
    if (this.#sps?.equals(set)) return
    this.#sps = set
    this.#pps.clear()
    this.#hasChanged = true
  }

  #learnPps(set: Buffer): void {
    const id = readOrUndefined(() => new BitReader(unescapeNal(set.subarray(1, 16))).ue())
    if (id === undefined || id >= MAX_PICTURE_SETS || this.#pps.get(id)?.equals(set)) return
    const others = [...this.#pps].reduce((sum, [other, { length }]) => sum + (other === id ? 0 : length), 0)
    if (others + set.length > MAX_PICTURE_SETS_BYTES) return
    this.#pps.set(id, set)
    this.#hasChanged = true
  }

  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  format(): VideoFormat | undefined {
    const [pps, ...otherPps] = this.#pps.values()
    if (!this.#sps || !pps) return undefined
    const parsed = parseH264Sps(this.#sps)
    if (!parsed) {
      this.refusal = `sequence parameter set that can't be used: ${this.#sps.toString('hex', 0, 32)}`
      return undefined
    }
    const isOrdered = cannotReorder(parsed)
    const maxReorderFrames = isOrdered ? 0 : parsed.maxReorderFrames
    return {
      kind: 'video',
      codec: 'h264',
      rfc6381: `avc1.${this.#sps.toString('hex', 1, 4)}`,
      width: parsed.width,
      height: parsed.height,
      sps: (isOrdered ? rewriteSpsForNoReorder(this.#sps) : undefined) ?? this.#sps,
      pps,
      ...(otherPps.length > 0 ? { otherPps } : {}),
      ...(maxReorderFrames === undefined ? {} : { maxReorderFrames }),
    }
  }
}
