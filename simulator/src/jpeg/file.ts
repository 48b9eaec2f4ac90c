/** A picture's scan as a file that any program reads: JFIF 1.01 around baseline JPEG (ITU-T T.81, annex B). */
import { INTERVAL_BLOCKS } from './encode.ts'
import { CHROMINANCE, type Codes, type Component, LUMINANCE, ZIGZAG } from './tables.ts'

const COMPONENTS: readonly Component[] = [LUMINANCE, CHROMINANCE]
/** A macroblock holds four blocks of luma and one of each chroma. */
const SAMPLINGS = [0x22, 0x11, 0x11]
const TABLES = [0, 1, 1]

const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
/** No unit of density, so many of it as across, and no small picture. */
const JFIF = segment(0xe0, Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0)
const QUANTIZATION = segment(
  0xdb,
  ...COMPONENTS.flatMap(({ steps }, id) => [id, ...ZIGZAG.map((at) => steps[at] ?? 0)]),
)
const HUFFMAN = segment(
  0xc4,
  ...COMPONENTS.flatMap(({ dc, ac }, id) => [...tableOf(dc, id), ...tableOf(ac, 0x10 | id)]),
)
const INTERVAL = segment(0xdd, 0, INTERVAL_BLOCKS)
const SCAN = segment(0xda, 3, ...TABLES.flatMap((table, i) => [i + 1, table * 0x11]), 0, 63, 0)

export function jpegFile(scan: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const sizes = Buffer.alloc(4)
  sizes.writeUInt16BE(height, 0)
  sizes.writeUInt16BE(width, 2)
  const components = SAMPLINGS.flatMap((sampling, i) => [i + 1, sampling, TABLES[i] ?? 0])
  const frame = segment(0xc0, 8, ...sizes, 3, ...components)
  return Buffer.concat([START, JFIF, QUANTIZATION, frame, HUFFMAN, INTERVAL, SCAN, scan, END])
}

function segment(marker: number, ...content: readonly (number | Buffer)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

function tableOf({ counts, symbols }: Codes, id: number): number[] {
  return [id, ...counts, ...symbols]
}
