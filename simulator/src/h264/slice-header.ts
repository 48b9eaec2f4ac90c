import type { BitWriter } from './bit-writer.ts'
import { FRAME_NUM_BITS, INITIAL_QP, ORDER_BITS } from './parameter-sets.ts'

const ALL_INTRA = 7
const ALL_PREDICTED = 5
const NO_DEBLOCKING = 1

/**
 * Header of one slice of an IDR picture (clause 7.3.3). Without deblocking nothing crosses a slice's edge,
 * so slices that were encoded apart stand side by side in one picture.
 */
export function writeIntraHeader(w: BitWriter, firstBlock: number, qp: number) {
  w.unsigned(firstBlock)
  w.unsigned(ALL_INTRA)
  w.unsigned(0) // pic_parameter_set_id
  w.bits(0, FRAME_NUM_BITS)
  w.unsigned(0) // idr_pic_id: two IDR pictures never follow each other
  w.bits(0, ORDER_BITS)
  w.bits(0, 2) // no_output_of_prior_pics_flag, long_term_reference_flag
  w.signed(qp - INITIAL_QP)
  w.unsigned(NO_DEBLOCKING)
}

/** Header of a predicted, non-reference picture; `order` counts pictures since the IDR picture. */
export function writePredictedHeader(w: BitWriter, order: number) {
  w.unsigned(0)
  w.unsigned(ALL_PREDICTED)
  w.unsigned(0)
  w.bits(1, FRAME_NUM_BITS)
  w.bits(2 * order, ORDER_BITS)
  w.bits(0, 2) // num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0
  w.signed(0)
  w.unsigned(NO_DEBLOCKING)
}
