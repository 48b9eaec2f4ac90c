import { expect, test } from 'vitest'

import { RAW_BLOCK_BYTES } from '../h264/intra-slices.ts'
import { drawText, Font } from './text.ts'

const COLUMNS = 10
const font = new Font(
  8,
  16,
  Uint8Array.from({ length: 95 * 16 * 8 }, (_, i) => (i * 37) % 256),
)
const ground = Array.from({ length: COLUMNS }, (_, i) => new Uint8Array(RAW_BLOCK_BYTES).fill(40 + i))

test('a text drawn over the one before is the text drawn anew, and what did not change is not drawn', () => {
  const texts = ['2026-11-22 09:09:59', '2026-11-22 09:10:00', '2026-11-23 19:10:00', ' 026-11-23 19:10:0 ']
  for (const [i, text] of texts.entries()) {
    const before = texts[i - 1] ?? text
    const blocks = drawText(font, before, ground, COLUMNS)
    expect(drawText(font, text, ground, COLUMNS, before, blocks)).toEqual(
      drawText(font, text, ground, COLUMNS),
    )
  }
  const blocks = drawText(font, '2026-11-22 09:09:59', ground, COLUMNS)
  const next = drawText(font, '2026-11-22 09:10:00', ground, COLUMNS, '2026-11-22 09:09:59', blocks)
  expect(next.map((block, i) => block === blocks[i])).toEqual(
    Array.from({ length: COLUMNS }, (_, i) => i < 6),
  )
})
