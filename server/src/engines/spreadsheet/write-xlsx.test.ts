import fc from 'fast-check'
import { expect, it } from 'vitest'

import { sheetIn } from '../../testing/read-sheet.ts'
import { writeXlsx } from './write-xlsx.ts'
import { xlsxWriter } from './xlsx-writer.ts'

const columns = [{ head: 'First', width: 10 }]

it('writes a workbook that others read: text as it was, numbers, times as days', () => {
  const at = new Date(Date.UTC(2026, 0, 2, 12))
  const rows = [
    ['=1+1', 7, at, null, '你好 🙂 <&>"\'', ' spaced  '],
    ['', -2.5, null, 'after two empty ones'],
  ]
  const many = rows[0]?.map((_, place) => ({ head: `Head ${place}`, width: 9 })) ?? []
  expect(sheetIn(writeXlsx({ sheet: 'a/b:c*[x]', columns: many, rows }))).toEqual([
    many.map(({ head }) => head),
    ['=1+1', 7, 46_024.5, null, '你好 🙂 <&>"\'', ' spaced  '],
    [null, -2.5, null, 'after two empty ones'],
  ])
})

it('names columns beyond Z, and puts what XML cannot hold as a mark', () => {
  const wide = Array.from({ length: 60 }, (_, place) => ({ head: `h${place}`, width: 5 }))
  const row = wide.map((_, place) => place)
  expect(sheetIn(writeXlsx({ sheet: 's', columns: wide, rows: [row] }))[1]).toEqual(row)
  const odd = `a\u0001b${String.fromCharCode(0xd800)}c`
  expect(sheetIn(writeXlsx({ sheet: 's', columns, rows: [[odd]] }))[1]).toEqual(['a\uFFFDb\uFFFDc'])
  const long = sheetIn(writeXlsx({ sheet: 's', columns, rows: [['x'.repeat(40_000)]] }))[1]?.[0]
  expect(String(long)).toHaveLength(32_767)
})

it('keeps any text that a person can write', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(texts, (cells) => {
      const written = cells.map((text) => text.replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '?'))
      const rows = sheetIn(writeXlsx({ sheet: 's', columns, rows: written.map((text) => [text]) }))
      expect(rows.slice(1).map(([text]) => text)).toEqual(written)
    }),
    { numRuns: 10 },
  )
})

it('refuses more rows than it can hold, off the main thread too', async () => {
  const rows = Array.from({ length: 200_001 }, () => [])
  expect(() => writeXlsx({ sheet: 's', columns, rows })).toThrow('too large')
  const write = xlsxWriter()
  await expect(write({ sheet: 's', columns, rows })).rejects.toThrow('too large')
  expect(sheetIn(await write({ sheet: 's', columns, rows: [['after']] }))[1]).toEqual(['after'])
})
