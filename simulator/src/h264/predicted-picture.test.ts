import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from '../testing/decode.ts'
import { Pixels } from '../scene/pixels.ts'
import { RAW_BLOCK_BYTES, rawSlice } from './intra-slices.ts'
import { pictureParameterSet, type PictureSize, sequenceParameterSet } from './parameter-sets.ts'
import { PredictedPicture } from './predicted-picture.ts'

const COLUMNS = 7
const ROWS = 5
const SIZE: PictureSize = { width: COLUMNS * 16, height: ROWS * 16, columns: COLUMNS, rows: ROWS }

const noise = (i: number) => 16 + ((i * 7919 + ((i * i) % 251) * 31) % 220)
const keyBlocks = Array.from({ length: COLUMNS * ROWS }, (_, block) =>
  Uint8Array.from({ length: RAW_BLOCK_BYTES }, (_unused, i) => noise(block * RAW_BLOCK_BYTES + i)),
)
const keyUnits = [sequenceParameterSet(SIZE, 25), pictureParameterSet(), rawSlice(0, keyBlocks)]

const change = fc.record({
  block: fc.nat({ max: COLUMNS * ROWS - 1 }),
  isRaw: fc.boolean(),
  toX: fc.nat({ max: (COLUMNS - 1) * 16 - 1 }),
  toY: fc.nat({ max: ((ROWS - 1) * 16) / 2 }).map((half) => half * 2),
})

test('any mixture of still, copied and raw blocks decodes to exactly the pixels it names', () => {
  const [key = Buffer.alloc(0)] = decode(keyUnits, SIZE.width, SIZE.height)
  const pixels = new Pixels(SIZE.width, SIZE.height, key)
  const raw = Uint8Array.from({ length: RAW_BLOCK_BYTES }, (_, i) => 255 - noise(i))
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 30 }), { minLength: 1, maxLength: 20 }),
      (pictures) => {
        const author = new PredictedPicture(COLUMNS, ROWS)
        const wanted: Uint8Array[][] = []
        const units = pictures.map((changes, i) => {
          author.clear()
          const blocks = keyBlocks.map((_, block) =>
            pixels.block((block % COLUMNS) * 16, Math.floor(block / COLUMNS) * 16),
          )
          for (const { block, isRaw, toX, toY } of changes) {
            const [column, row] = [block % COLUMNS, Math.floor(block / COLUMNS)]
            blocks[block] = isRaw ? raw : pixels.block(toX, toY)
            if (isRaw) author.raw(column, row, raw)
            else author.copy(column, row, toX - column * 16, toY - row * 16)
          }
          wanted.push(blocks)
          return author.write(i + 1)
        })
        const decoded = decode([...keyUnits, ...units], SIZE.width, SIZE.height).slice(1)
        expect(decoded.length).toBe(pictures.length)
        decoded.forEach((picture, i) => {
          const shown = new Pixels(SIZE.width, SIZE.height, picture)
          wanted[i]?.forEach((block, at) => {
            expect(shown.block((at % COLUMNS) * 16, Math.floor(at / COLUMNS) * 16)).toEqual(block)
          })
        })
      },
    ),
    { numRuns: 12 },
  )
})
