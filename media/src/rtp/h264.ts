import { H264ParameterSets } from '../codec/h264-parameter-sets.ts'
import type { TakeBlock } from './arena.ts'
import type { DepacketizerSink } from './depacketizer.ts'
import {
  fragmentPackings,
  NalDepacketizer,
  type NalRules,
  type Packing,
  SINGLE,
  UNKNOWN,
} from './nal-depacketizer.ts'

const IDR_SLICE = 5
const SPS = 7
const PPS = 8
const DELIMITER = 9
const FILLER = 12
const STAP_A = 24
const MIN_SLICE_BYTES = 2
const FU_A = 28
const STAP_A_HEADER_BYTES = 1
const FU_A_HEADER_BYTES = 2
const AGGREGATE: Packing = { kind: 'aggregate', headerBytes: STAP_A_HEADER_BYTES }
const fragmentOf = fragmentPackings(FU_A_HEADER_BYTES)

/** RFC 6184 in the single NAL unit and non-interleaved modes; STAP-B, MTAP and FU-B are passed over. */
export function h264Depacketizer(
  sink: DepacketizerSink,
  outOfBandSets: Buffer[],
  takeBlock?: TakeBlock,
): NalDepacketizer {
  return new NalDepacketizer(sink, rules, new H264ParameterSets(outOfBandSets), takeBlock)
}

const typeOf = (nal: Buffer, at = 0): number => (nal[at] ?? 0) & 0x1f

const rules: NalRules = {
  /**
   * Aggregates: section 5.7.1, the size of each NAL unit in front of it. Fragments: section 5.8.
   *
   * ```
   * +---------------+---------------+
   * |0|1|2|3|4|5|6|7|0|1|2|3|4|5|6|7|
   * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   * |F|NRI|   28    |S|E|R|  Type   |  fragment …
   * +---------------+---------------+
   * ```
   */
  packing(payload) {
    const type = typeOf(payload)
    if (type >= 1 && type < STAP_A) return SINGLE
    if (type === STAP_A) return AGGREGATE
    return type === FU_A && payload.length > FU_A_HEADER_BYTES ? fragmentOf(payload.readUInt8(1)) : UNKNOWN
  },

  headerOf(fragment) {
    return Buffer.from([(fragment.readUInt8(0) & 0xe0) | (fragment.readUInt8(1) & 0x1f)])
  },

  /** An intra picture behind a recovery point SEI is no key frame here: browsers begin at IDR pictures alone. */
  roleOf(nal) {
    const type = typeOf(nal)
    if (type === SPS || type === PPS) return 'parameterSet'
    if (type === 0 || type >= STAP_A || type === DELIMITER || type === FILLER) return 'passedOver'
    // A header alone is no slice, and decoders choke on it.
    if (type <= IDR_SLICE && nal.length < MIN_SLICE_BYTES) return 'passedOver'
    if (type === IDR_SLICE) return 'keyPicture'
    return type < IDR_SLICE ? 'picture' : 'other'
  },

  startsUnit(payload) {
    const type = typeOf(payload)
    const first = type === STAP_A ? typeOf(payload, STAP_A_HEADER_BYTES + 2) : type
    return first === SPS || first === DELIMITER
  },
}
