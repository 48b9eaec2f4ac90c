import type { VideoFormat } from '../access-unit.ts'
import { h265Rfc6381, parseH265Sps } from './h265-sps.ts'
import { MAX_SET_BYTES, type ParameterSets } from './parameter-sets.ts'

const NAMES = new Map([
  [32, 'vps'],
  [33, 'sps'],
  [34, 'pps'],
] as const)

/** One set of each kind: cameras do not use more. */
export class H265ParameterSets implements ParameterSets {
  readonly #sets: { vps?: Buffer; sps?: Buffer; pps?: Buffer } = {}
  #hasChanged = false
  refusal: string | undefined

  constructor(sets: Buffer[]) {
    for (const set of sets) this.learn(set)
  }

  learn(set: Buffer): void {
    const type = ((set[0] ?? 0) >> 1) & 0x3f
    const name = type === 32 || type === 33 || type === 34 ? NAMES.get(type) : undefined
    if (!name || set.length <= 2 || set.length > MAX_SET_BYTES || this.#sets[name]?.equals(set)) return
    this.#sets[name] = set
    this.#hasChanged = true
  }

  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  format(): VideoFormat | undefined {
    const { vps, sps, pps } = this.#sets
    if (!vps || !sps || !pps) return undefined
    const parsed = parseH265Sps(sps)
    if (!parsed) {
      this.refusal = `sequence parameter set that can't be used: ${sps.toString('hex', 0, 32)}`
      return undefined
    }
    const { width, height, maxReorderFrames } = parsed
    return {
      kind: 'video',
      codec: 'h265',
      rfc6381: h265Rfc6381(parsed),
      width,
      height,
      vps,
      sps,
      pps,
      maxReorderFrames,
    }
  }
}
