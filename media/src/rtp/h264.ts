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

const typeOf = (bytes: Buffer, at: number, end: number): number => (at < end ? bytes.readUInt8(at) & 0x1f : 0)

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
  packing(bytes, at, end) {
    const type = typeOf(bytes, at, end)
    if (type >= 1 && type < STAP_A) return SINGLE
    if (type === STAP_A) return AGGREGATE
    return type === FU_A && end - at > FU_A_HEADER_BYTES ? fragmentOf(bytes.readUInt8(at + 1)) : UNKNOWN
  },

  headerOf(bytes, at) {
    return Buffer.from([(bytes.readUInt8(at) & 0xe0) | (bytes.readUInt8(at + 1) & 0x1f)])
  },

  /** An intra picture behind a recovery point SEI is no key frame here: browsers begin at IDR pictures alone. */
  roleOf(nal) {
    const type = typeOf(nal, 0, nal.length)
    if (type === SPS || type === PPS) return 'parameterSet'
    if (type === 0 || type >= STAP_A || type === DELIMITER || type === FILLER) return 'passedOver'
    // A header alone is no slice, and decoders choke on it.
    if (type <= IDR_SLICE && nal.length < MIN_SLICE_BYTES) return 'passedOver'
    if (type === IDR_SLICE) return 'keyPicture'
    return type < IDR_SLICE ? 'picture' : 'other'
  },

  startsUnit(bytes, at, end) {
    const type = typeOf(bytes, at, end)
    const first = type === STAP_A ? typeOf(bytes, at + STAP_A_HEADER_BYTES + 2, end) : type
    return first === SPS || first === DELIMITER
  },
}
