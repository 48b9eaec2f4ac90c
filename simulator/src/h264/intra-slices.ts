import { BitWriter } from './bit-writer.ts'
import { NAL, nalUnit } from './nal.ts'
import { INITIAL_QP } from './parameter-sets.ts'
import { writeIntraHeader } from './slice-header.ts'

/** Bytes of one raw macroblock: 16 × 16 luma, then 8 × 8 of each chroma. */
export const RAW_BLOCK_BYTES = 384

const I_PCM = 25
const I_16X16_DC_FLAT = 3
const ESCAPE_PREFIX = 15

/** At this QP one level of the luma DC coefficient lifts the whole block by 10. */
const FLAT_QP = 48
const LUMA_PER_LEVEL = 10
const MID = 128
export const BLACK = MID - 11 * LUMA_PER_LEVEL
export const WHITE = MID + 11 * LUMA_PER_LEVEL

/** A slice of raw macroblocks of an IDR picture. */
export function rawSlice(firstBlock: number, blocks: readonly Uint8Array[]): Buffer {
  const w = new BitWriter(64 + blocks.length * (RAW_BLOCK_BYTES + 4))
  writeIntraHeader(w, firstBlock, INITIAL_QP)
  for (const block of blocks) {
    w.unsigned(I_PCM)
    w.alignWithZeros()
    w.raw(block)
  }
  return nalUnit(NAL.idr, w.finish())
}

/** A slice of plain white (true) and black (false) grey macroblocks of an IDR picture. */
export function flatSlice(firstBlock: number, cells: readonly boolean[]): Buffer {
  const w = new BitWriter(64 + cells.length * 8)
  writeIntraHeader(w, firstBlock, FLAT_QP)
  // DC prediction carries the left neighbour on, so only changes cost a coefficient.
  let luma = MID
  for (const isWhite of cells) {
    const wanted = isWhite ? WHITE : BLACK
    w.unsigned(I_16X16_DC_FLAT)
    w.unsigned(0) // intra_chroma_pred_mode: DC
    w.signed(0) // mb_qp_delta
    writeDc(w, (wanted - luma) / LUMA_PER_LEVEL)
    luma = wanted
  }
  return nalUnit(NAL.idr, w.finish())
}

/** Intra16x16DCLevel with at most one coefficient, which is never ±1 (clause 9.2, nC = 0). */
function writeDc(w: BitWriter, level: number) {
  if (level === 0) {
    w.bits(1, 1) // coeff_token: no coefficients
    return
  }
  w.bits(0b000101, 6) // coeff_token: one coefficient, no trailing ones
  const code = (level > 0 ? 2 * level - 2 : -2 * level - 1) - 2
  if (code < 14) {
    w.bits(1, code + 1)
  } else if (code < 30) {
    w.bits(1, 15)
    w.bits(code - 14, 4)
  } else {
    w.bits(1, ESCAPE_PREFIX + 1)
    w.bits(code - 30, 12)
  }
  w.bits(1, 1) // total_zeros: 0
}
