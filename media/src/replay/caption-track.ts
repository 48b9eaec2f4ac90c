/** A track of timed text (3GPP TS 26.245, `tx3g`), which players show or leave out as their user likes. */
import { box, fullBox, u16, u32, u8 } from '../fmp4/boxes.ts'
import { AUDIO_TRACK } from '../fmp4/init-segment.ts'

export const CAPTION_TRACK = AUDIO_TRACK + 1
const TIMESCALE = 1000
const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const LANGUAGE_UND = 0x55c4
const LONGEST_TEXT = 1000

/** Shown from the end of the one before it on; the first one from the beginning. */
export interface Caption {
  durationMs: number
  text: string
}

/** Its samples' bytes, and its trak once it is known where they stand in the file. */
export function captionTrack(captions: readonly Caption[]): { bytes: Buffer; trak: (at: number) => Buffer } {
  const samples = captions.map(({ text }) => {
    const utf8 = Buffer.from(text).subarray(0, LONGEST_TEXT)
    return Buffer.concat([u16(utf8.length), utf8])
  })
  const durationMs = captions.reduce((sum, caption) => sum + caption.durationMs, 0)
  const place = (at: number): Buffer => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64BE(BigInt(at))
    return bytes
  }
  const trak = (at: number): Buffer =>
    box(
      'trak',
      fullBox(
        'tkhd',
        0,
        3,
        u32(0, 0, CAPTION_TRACK, 0, durationMs, 0, 0),
        u16(0, 3, 0, 0),
        UNITY_MATRIX,
        u32(0, 0),
      ),
      box(
        'mdia',
        fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, durationMs), u16(LANGUAGE_UND, 0)),
        fullBox('hdlr', 0, 0, u32(0), Buffer.from('sbtl'), u32(0, 0, 0), Buffer.from('time\0')),
        box(
          'minf',
          fullBox('nmhd', 0, 0),
          box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
          box(
            'stbl',
            fullBox('stsd', 0, 0, u32(1), sampleEntry()),
            fullBox('stts', 0, 0, u32(captions.length), ...captions.map((it) => u32(1, it.durationMs))),
            fullBox('stsc', 0, 0, u32(1, 1, captions.length, 1)),
            fullBox('stsz', 0, 0, u32(0, captions.length), ...samples.map(({ length }) => u32(length))),
            fullBox('co64', 0, 0, u32(1), place(at)),
          ),
        ),
      ),
    )
  return { bytes: Buffer.concat(samples), trak }
}

/** White on nothing, at the foot of the picture. */
function sampleEntry(): Buffer {
  const font = Buffer.from('Sans-Serif')
  return box(
    'tx3g',
    u32(0),
    u16(0, 1),
    u32(0),
    u8(1, 0xff, 0, 0, 0, 0),
    u16(0, 0, 0, 0),
    u16(0, 0, 1),
    u8(0, 16, 0xff, 0xff, 0xff, 0xff),
    box('ftab', u16(1, 1), u8(font.length), font),
  )
}
