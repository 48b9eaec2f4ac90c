import { H265ParameterSets } from '../codec/h265-parameter-sets.ts'
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

const FIRST_IRAP = 16
const LAST_IRAP = 23
const LAST_SLICE = 31
const VPS = 32
const SPS = 33
const PPS = 34
const DELIMITER = 35
const FILLER = 38
const AGGREGATE = 48
const FRAGMENT = 49
const HEADER_BYTES = 2
const FRAGMENT_HEADER_BYTES = 3
const AGGREGATED: Packing = { kind: 'aggregate', headerBytes: HEADER_BYTES }
const fragmentOf = fragmentPackings(FRAGMENT_HEADER_BYTES)

/** RFC 7798 where sending order is decoding order (no DONL, sprop-max-don-diff 0); PACI packets are passed over. */
export function h265Depacketizer(
  sink: DepacketizerSink,
  outOfBandSets: Buffer[],
  takeBlock?: TakeBlock,
): NalDepacketizer {
  return new NalDepacketizer(sink, rules, new H265ParameterSets(outOfBandSets), takeBlock)
}

const typeOf = (bytes: Buffer, at: number, end: number): number =>
  at < end ? (bytes.readUInt8(at) >> 1) & 0x3f : 0

const rules: NalRules = {
  /**
   * Aggregates: section 4.4.2, the size of each NAL unit in front of it. Fragments: section 4.4.3.
   *
   * ```
   * +---------------+---------------+---------------+
   * |0|1|2|3|4|5|6|7|0|1|2|3|4|5|6|7|0|1|2|3|4|5|6|7|
   * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   * |F|  Type 49  |  LayerId  | TID |S|E|  FuType   |  fragment …
   * +-------------+-----------------+---------------+
   * ```
   */
  packing(bytes, at, end) {
    const type = typeOf(bytes, at, end)
    if (end - at <= HEADER_BYTES) return UNKNOWN
    if (type < AGGREGATE) return SINGLE
    if (type === AGGREGATE) return AGGREGATED
    const isFragment = type === FRAGMENT && end - at > FRAGMENT_HEADER_BYTES
    return isFragment ? fragmentOf(bytes.readUInt8(at + 2)) : UNKNOWN
  },

  headerOf(bytes, at) {
    const type = bytes.readUInt8(at + 2) & 0x3f
    return Buffer.from([(bytes.readUInt8(at) & 0x81) | (type << 1), bytes.readUInt8(at + 1)])
  },

  roleOf(nal) {
    const type = typeOf(nal, 0, nal.length)
    if (type === VPS || type === SPS || type === PPS) return 'parameterSet'
    if (type >= AGGREGATE || type === DELIMITER || type === FILLER || nal.length <= HEADER_BYTES)
      return 'passedOver'
    if (type >= FIRST_IRAP && type <= LAST_IRAP) return 'keyPicture'
    return type <= LAST_SLICE ? 'picture' : 'other'
  },

  startsUnit(bytes, at, end) {
    const type = typeOf(bytes, at, end)
    const first = type === AGGREGATE ? typeOf(bytes, at + HEADER_BYTES + 2, end) : type
    return first === VPS || first === DELIMITER
  },
}
