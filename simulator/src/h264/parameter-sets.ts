import { BitWriter } from './bit-writer.ts'
import { NAL, nalUnit } from './nal.ts'

/** log2 of the ranges of frame_num and pic_order_cnt_lsb that every slice header here uses. */
export const FRAME_NUM_BITS = 4
export const ORDER_BITS = 8
/** pic_init_qp; slice headers say their difference to it. */
export const INITIAL_QP = 26
/** chroma_qp_index_offset: grey ground keeps its colour. */
export const CHROMA_QP_OFFSET = -3

export interface PictureSize {
  /** Visible picture in pixels; it stands at the coded picture's top left corner. */
  width: number
  height: number
  /** Coded picture in macroblocks; what lies outside the visible part is the store of sprites. */
  columns: number
  rows: number
}

/** profile_idc and the flags of constraint_set0 to 5 (annex A.2). What is sent keeps within the first, so it is of the others too. */
const PROFILE_CODES = { Baseline: [66, 0xc0], Main: [77, 0x40], High: [100, 0] } as const
export type H264Profile = keyof typeof PROFILE_CODES
export const H264_PROFILES = ['Baseline', 'Main', 'High'] as const satisfies readonly H264Profile[]
const SQUARE_PIXELS = 1
const BT709 = 1

/** Table A-1: [level_idc, largest picture in macroblocks, macroblocks per second]. */
const LEVELS = [
  [31, 3600, 108_000],
  [40, 8192, 245_760],
  [42, 8704, 522_240],
  [50, 22_080, 589_824],
] as const

export function levelOf(size: PictureSize, fps: number): number {
  const blocks = size.columns * size.rows
  const level = LEVELS.find(([, picture, rate]) => blocks <= picture && blocks * fps <= rate)
  if (level === undefined) throw new RangeError(`no level for ${blocks} macroblocks at ${fps} fps`)
  return level[0]
}

export function sequenceParameterSet(
  size: PictureSize,
  fps: number,
  profile: H264Profile = 'Baseline',
): Buffer {
  const w = new BitWriter(64)
  for (const code of PROFILE_CODES[profile]) w.bits(code, 8)
  w.bits(levelOf(size, fps), 8)
  w.unsigned(0) // seq_parameter_set_id
  if (profile === 'High') {
    w.unsigned(1) // chroma_format_idc: 4:2:0
    w.unsigned(0) // bit_depth_luma_minus8
    w.unsigned(0) // bit_depth_chroma_minus8
    w.bits(0, 2) // no lossless transform, no scaling matrices
  }
  w.unsigned(FRAME_NUM_BITS - 4)
  // Order type 0: type 2 forbids the runs of non-reference pictures that a GOP here consists of.
  w.unsigned(0)
  w.unsigned(ORDER_BITS - 4)
  w.unsigned(1) // max_num_ref_frames
  w.bits(0, 1) // gaps_in_frame_num_value_allowed_flag
  w.unsigned(size.columns - 1)
  w.unsigned(size.rows - 1)
  w.bits(0b11, 2) // frame_mbs_only_flag, direct_8x8_inference_flag
  w.bits(1, 1) // frame_cropping_flag; offsets count pairs of pixels
  w.unsigned(0)
  w.unsigned((size.columns * 16 - size.width) / 2)
  w.unsigned(0)
  w.unsigned((size.rows * 16 - size.height) / 2)
  w.bits(1, 1) // vui_parameters_present_flag
  usabilityInformation(w, fps)
  return nalUnit(NAL.sps, w.finish())
}

/** Clause E.1.1. The restriction at its end lets decoders show each picture at once. */
function usabilityInformation(w: BitWriter, fps: number) {
  w.bits(1, 1) // aspect_ratio_info_present_flag
  w.bits(SQUARE_PIXELS, 8)
  w.bits(0, 1) // overscan_info_present_flag
  w.bits(1, 1) // video_signal_type_present_flag
  w.bits(5, 3) // video_format: unspecified
  w.bits(0, 1) // video_full_range_flag
  w.bits(1, 1) // colour_description_present_flag
  for (let i = 0; i < 3; i++) w.bits(BT709, 8)
  w.bits(0, 1) // chroma_loc_info_present_flag
  w.bits(1, 1) // timing_info_present_flag
  w.bits(1, 32)
  w.bits(2 * fps, 32)
  w.bits(1, 1) // fixed_frame_rate_flag
  w.bits(0, 3) // no HRD parameters, no pic_struct
  w.bits(1, 1) // bitstream_restriction_flag
  w.bits(1, 1) // motion_vectors_over_pic_boundaries_flag
  w.unsigned(0) // max_bytes_per_pic_denom
  w.unsigned(0) // max_bits_per_mb_denom
  w.unsigned(13) // log2_max_mv_length_horizontal
  w.unsigned(11) // log2_max_mv_length_vertical
  w.unsigned(0) // max_num_reorder_frames
  w.unsigned(1) // max_dec_frame_buffering
}

export function pictureParameterSet(): Buffer {
  const w = new BitWriter(16)
  w.unsigned(0) // pic_parameter_set_id
  w.unsigned(0) // seq_parameter_set_id
  w.bits(0, 2) // CAVLC, no bottom_field_pic_order
  w.unsigned(0) // one slice group
  w.unsigned(0) // one reference
  w.unsigned(0)
  w.bits(0, 3) // no weighted prediction
  w.signed(INITIAL_QP - 26)
  w.signed(0)
  w.signed(CHROMA_QP_OFFSET)
  w.bits(1, 1) // deblocking_filter_control_present_flag
  w.bits(0, 2)
  return nalUnit(NAL.pps, w.finish())
}
