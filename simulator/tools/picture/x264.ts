import { execFileSync } from 'node:child_process'
import { BitWriter } from '../../src/h264/bit-writer.ts'
import { NAL, nalUnit, splitAnnexB } from '../../src/h264/nal.ts'
import { CHROMA_QP_OFFSET } from '../../src/h264/parameter-sets.ts'
import { writeIntraHeader } from '../../src/h264/slice-header.ts'
import { BitReader } from './bit-reader.ts'
import { emptyYuv, type Yuv } from './image.ts'

/** x264 takes this off the offset asked for when it optimizes for the eye. */
const X264_PSY_OFFSET = 2

export interface EncodedPiece {
  /** The slice as it stands at this macroblock of the whole picture. */
  slice(firstBlock: number): Buffer
  decoded: Yuv
}

/** Encodes pieces of one size, each an intra slice that needs nothing around it. */
export function encodePieces(pieces: readonly Yuv[], qp: number): EncodedPiece[] {
  const [first] = pieces
  if (first === undefined) return []
  const { width, height } = first
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`]
  const settings =
    `qp=${qp}:keyint=1:no-deblock=1:cabac=0:8x8dct=0:slices=1:threads=1:chroma-qp-offset=${CHROMA_QP_OFFSET + X264_PSY_OFFSET}:` +
    'psy-rd=1,0:aq-mode=0:ipratio=1:trellis=2:subme=9:force-cfr=1'
  const stream = ffmpeg(
    [
      ...raw,
      '-i',
      '-',
      '-c:v',
      'libx264',
      '-profile:v',
      'baseline',
      '-x264-params',
      settings,
      '-f',
      'h264',
      '-',
    ],
    Buffer.concat(pieces.map((piece) => piece.planes)),
  )
  const decoded = ffmpeg(['-f', 'h264', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'], stream)
  const size = (width * height * 3) / 2
  const units = splitAnnexB(stream)
  const format = readFormat(units)
  const slices = units.filter((unit) => ((unit[0] ?? 0) & 31) === 5)
  if (slices.length !== pieces.length || decoded.length !== size * pieces.length) {
    throw new Error(`${pieces.length} pieces became ${slices.length} slices, ${decoded.length} bytes`)
  }
  return slices.map((unit, i) => ({
    slice: (firstBlock) => adopt(unit, format, firstBlock),
    decoded: { ...emptyYuv(width, height), planes: decoded.subarray(i * size, (i + 1) * size) },
  }))
}

function ffmpeg(args: string[], input: Buffer): Buffer {
  return execFileSync('ffmpeg', ['-v', 'error', ...args], { input, maxBuffer: 2 ** 30 })
}

interface Format {
  frameNumBits: number
  initialQp: number
}

function readFormat(units: readonly Buffer[]): Format {
  const sps = units.find((unit) => ((unit[0] ?? 0) & 31) === 7)
  const pps = units.find((unit) => ((unit[0] ?? 0) & 31) === 8)
  if (sps === undefined || pps === undefined) throw new Error('no parameter sets')
  const s = new BitReader(sps)
  s.bits(24)
  s.unsigned()
  const frameNumBits = s.unsigned() + 4
  const orderType = s.unsigned()
  const p = new BitReader(pps)
  p.unsigned()
  p.unsigned()
  const isCabac = p.bits(2) !== 0
  p.unsigned()
  p.unsigned()
  p.unsigned()
  p.bits(3)
  const initialQp = p.signed() + 26
  p.signed()
  const chromaOffset = p.signed()
  if (orderType !== 2 || isCabac || chromaOffset !== CHROMA_QP_OFFSET || p.bits(1) !== 1) {
    throw new Error(
      `not as asked for: order type ${orderType}, chroma offset ${chromaOffset}, CABAC ${isCabac}`,
    )
  }
  return { frameNumBits, initialQp }
}

/** The slice with our header; its macroblocks are carried over bit by bit. */
function adopt(unit: Buffer, format: Format, firstBlock: number): Buffer {
  const r = new BitReader(unit)
  r.unsigned() // first_mb_in_slice
  r.unsigned() // slice_type
  r.unsigned()
  r.bits(format.frameNumBits)
  r.unsigned() // idr_pic_id
  r.bits(2)
  const qp = format.initialQp + r.signed()
  if (r.unsigned() !== 1) throw new Error('the deblocking filter is on')
  const w = new BitWriter(unit.length + 32)
  writeIntraHeader(w, firstBlock, qp)
  r.copyRest(w)
  return nalUnit(NAL.idr, w.finish())
}
