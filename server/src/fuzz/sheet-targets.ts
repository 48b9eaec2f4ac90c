/** Spreadsheets: whole files, and what stands inside their containers, which a mutation of the file rarely reaches. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FuzzTarget } from '@vedette/media/fuzz/run'

import { readStream } from '../engines/spreadsheet/compound-file.ts'
import { readSheet } from '../engines/spreadsheet/read-sheet.ts'
import { SHEET_LIMITS, type SheetOutcome } from '../engines/spreadsheet/sheet.ts'
import { writeXlsx } from '../engines/spreadsheet/write-xlsx.ts'
import { zip } from '../engines/zip.ts'

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../engines/spreadsheet/fixtures', name))

function check(outcome: SheetOutcome): void {
  if (!outcome.ok) return
  const { rows } = outcome.sheet
  if (rows.length > SHEET_LIMITS.rows) throw new Error(`${rows.length} rows`)
  for (const { number, cells } of rows) {
    if (!Number.isSafeInteger(number) || number < 0) throw new Error(`row ${number}`)
    for (const [column, { text }] of cells)
      if (column < 0 || column >= SHEET_LIMITS.columns || text.length > SHEET_LIMITS.textLength)
        throw new Error(`column ${column} with ${text.length} characters`)
  }
}

const PARTS = [
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/sharedStrings.xml',
  'xl/worksheets/first.xml',
]
const BETWEEN = '\n\u0001\n'
const book = [
  '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
  '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
  '<sst><si><t>North</t></si><si><r><t>Ga</t></r><r><t>te</t></r></si></sst>',
  '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>x &amp; y</t></is></c></row>' +
    '<row r="3"><c r="B3"><f>1+1</f><v>2.5E3</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>',
].join(BETWEEN)

const columns = ['A', 'B', 'C'].map((head) => ({ head, width: 9 }))
const written = writeXlsx({
  sheet: 'S',
  columns,
  rows: [
    ['Gate', 1.5, 'rtsp://192.0.2.7/1'],
    ['门', null, ''],
  ],
})

const xls = fixture('formula.xls')
const stream = readStream(xls, ['Workbook']) ?? Buffer.alloc(0)
const streamAt = xls.indexOf(stream.subarray(0, 256))

/** Line by line into cells, and back out of the file that our own writer makes of them. */
function throughOurWriter(input: Buffer): void {
  const lines = input.toString('utf8').split('\n').slice(0, 50)
  const rows = lines.map((line) => line.split('\t').slice(0, columns.length))
  const outcome = readSheet(writeXlsx({ sheet: 'S', columns, rows }))
  if (!outcome.ok) throw new Error(outcome.fault)
  const read = new Map(outcome.sheet.rows.map(({ number, cells }) => [number, cells]))
  for (const [at, row] of rows.entries())
    for (const [column, text] of row.entries()) {
      const found = read.get(at + 2)?.get(column)?.text ?? ''
      const wanted = text.trim() === '' ? '' : text
      if (found !== wanted && isKept(text))
        throw new Error(`${JSON.stringify(wanted)} is ${JSON.stringify(found)}`)
    }
}

/** The format has no form for control characters, and a cell no room for more. */
const isKept = (text: string): boolean =>
  text.length <= SHEET_LIMITS.textLength && text.isWellFormed() && !/[\p{Cc}\uFFFE\uFFFF]/u.test(text)

export const sheetTargets: FuzzTarget[] = [
  {
    name: '.xlsx files',
    corpus: [written],
    words: ['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006'],
    cost: 3,
    run: (input) => check(readSheet(input)),
  },
  {
    name: 'parts of .xlsx files',
    corpus: [Buffer.from(book)],
    words: [
      '<!DOCTYPE a [<!ENTITY b "b">]>',
      '&b;',
      ' r="4294967297"',
      ' r="ZZZZ1"',
      '<c t="s"><v>',
      '<si>',
      '<rPh>',
      '<row r="-1">',
      '1e999',
      '../',
      '<f>',
    ],
    cost: 3,
    run(input) {
      const parts = input.toString('utf8').split(BETWEEN)
      const entries = PARTS.map((name, at) => ({ name, content: Buffer.from(parts[at] ?? '') }))
      check(readSheet(zip(entries)))
    },
  },
  {
    name: '.xls files',
    corpus: [xls, fixture('devices.xls').subarray(0, 60_000)],
    cost: 3,
    run: (input) => check(readSheet(input)),
  },
  {
    name: 'records of .xls files',
    corpus: [stream],
    cost: 3,
    run(input) {
      const file = Buffer.from(xls)
      input.copy(file, streamAt, 0, stream.length)
      check(readSheet(file))
    },
  },
  {
    name: 'our own workbooks',
    corpus: [Buffer.from('Gate\t12\trtsp://192.0.2.7/1\n门 & <b>\t"q"\t=1+1\n  x\t\t')],
    words: ['_x0041_', '_x', '&', '<', ']]>', '\r', '\u{10ffff}', '1e5', '\u0085', '\u2028'],
    cost: 3,
    run: throughOurWriter,
  },
]
