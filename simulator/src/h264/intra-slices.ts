import { BitWriter } from './bit-writer.ts'
import { NAL, nalUnit } from './nal.ts'
import { INITIAL_QP } from './parameter-sets.ts'
import { writeIntraHeader } from './slice-header.ts'

/** Bytes of one raw macroblock: 16 × 16 luma, then 8 × 8 of each chroma. */
export const RAW_BLOCK_BYTES = 384

const I_PCM = 25

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
