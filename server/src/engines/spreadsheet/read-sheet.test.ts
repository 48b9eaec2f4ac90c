import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSheet } from './read-sheet.ts'
import { SHEET_LIMITS, type SheetOutcome } from './sheet.ts'
import { sheetReader } from './sheet-reader.ts'
import { writeXlsx } from './write-xlsx.ts'
import { zip } from '../zip.ts'

/** Written by xlwt 1.3.0, an independent writer of BIFF8; its shared texts go over several records, wide and narrow. */
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))

function rowsOf(outcome: SheetOutcome): string[][] {
  if (!outcome.ok) throw new Error(outcome.fault)
  return outcome.sheet.rows.map(({ cells }) => [...cells.values()].map(({ text }) => text))
}

function workbook(sheet: string, others: Record<string, string> = {}): Buffer {
  const entries = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
    'xl/worksheets/first.xml': sheet,
    ...others,
  }
  return zip(Object.entries(entries).map(([name, xml]) => ({ name, content: Buffer.from(xml) })))
}

const rows = (xml: string): string => `<worksheet><sheetData>${xml}</sheetData></worksheet>`

describe('an .xls file', () => {
  it('is read truly, its texts over record borders, its numbers in all their forms', () => {
    const read = rowsOf(readSheet(fixture('devices.xls')))
    expect(read).toHaveLength(401)
    expect(read[0]?.slice(0, 3)).toEqual(['Name*', 'Type', 'Address*'])
    for (const [at, row] of read.slice(1).entries()) {
      const number = at + 1
      expect(row).toEqual([
        `摄像机 ${String(number).padStart(3, '0')} ${(number % 2 === 1 ? '长' : 'x').repeat(40)}`,
        number % 3 === 0 ? 'Camera' : '1',
        `rtsp://192.0.2.${(number % 250) + 1}:554/${number}`,
        'admin',
        `pass${number}`,
        '116.25',
        String(Number((-39.5 + number / 1000).toPrecision(15))),
        `Alias ${number}`,
      ])
    }
  })

  it('tells formulas from values', () => {
    const outcome = readSheet(fixture('formula.xls'))
    const cells = outcome.ok ? [...(outcome.sheet.rows[1]?.cells.values() ?? [])] : []
    expect(cells.map(({ isFormula }) => isFormula)).toEqual([true, false, false])
    expect(cells[1]?.text).toBe('TRUE')
    expect(cells[2]?.text).toBe('12345678901.5')
  })

  it('that was changed or cut anywhere is read or refused, never a fault of ours', () => {
    const file = fixture('formula.xls')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(file.length),
        (changes, cut) => {
          const broken = Buffer.from(file)
          for (const [at, byte] of changes) broken[at] = byte
          expect(typeof readSheet(broken).ok).toBe('boolean')
          expect(typeof readSheet(broken.subarray(0, cut)).ok).toBe('boolean')
        },
      ),
    )
  })
})

describe('an .xlsx file', () => {
  it('of our own writer is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        (written) => {
          const columns = ['A', 'B', 'C', 'D'].map((head) => ({ head, width: 9 }))
          const read = readSheet(writeXlsx({ sheet: 'S', columns, rows: written }))
          const shown = written.map((row) => row.filter((text) => text.trim() !== ''))
          expect(rowsOf(read).slice(1)).toEqual(shown.filter((row) => row.length > 0))
        },
      ),
    )
  })

  it('is read with shared texts, inline ones, numbers and truth, wherever its first sheet stands', () => {
    const shared = '<sst><si><r><t>Nor</t></r><r><t>th</t></r><rPh><t>no</t></rPh></si></sst>'
    const file = workbook(
      rows(
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t>x &amp; y</t></is></c><c><v>1E2</v></c><c t="b"><v>1</v></c></row>',
      ),
      { 'xl/sharedStrings.xml': shared },
    )
    const outcome = readSheet(file)
    expect(outcome).toMatchObject({ ok: true, sheet: { rows: [{ number: 3 }] } })
    if (outcome.ok)
      expect([...(outcome.sheet.rows[0]?.cells ?? [])].map(([column, { text }]) => [column, text])).toEqual([
        [0, 'North'],
        [2, 'x & y'],
        [3, '100'],
        [4, '1'],
      ])
  })

  it('says which cells are formulas', () => {
    const outcome = readSheet(workbook(rows('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>')))
    const cell = outcome.ok ? outcome.sheet.rows[0]?.cells.get(0) : undefined
    expect(cell).toEqual({ text: '2', isFormula: true })
  })

  const bomb = (): Buffer =>
    workbook(rows(`<row r="1"><c t="inlineStr"><is><t>${' '.repeat(80_000_000)}</t></is></c></row>`))

  it.each([
    ['a bomb', bomb, 'sheetTooLarge'],
    [
      'one with 65,536 columns',
      () => workbook(rows('<row r="1"><c r="CRXP1"><v>1</v></c></row>')),
      'tooManyColumns',
    ],
    [
      'one with more rows than are read',
      () =>
        workbook(
          rows(
            Array.from(
              { length: SHEET_LIMITS.rows + 1 },
              (_, at) => `<row r="${at + 1}"><c><v>1</v></c></row>`,
            ).join(''),
          ),
        ),
      'tooManyRows',
    ],
    [
      'one with entities of its own',
      () => workbook('<!DOCTYPE a [<!ENTITY b "b">]><worksheet>&b;</worksheet>'),
      'damaged',
    ],
    ['one whose texts are not there', () => workbook(rows('<row><c t="s"><v>7</v></c></row>')), 'damaged'],
    [
      'HTML under its name',
      () => Buffer.from('<html><table><tr><td>Name</td></tr></table></html>'),
      'notSpreadsheet',
    ],
    ['another archive', () => zip([{ name: 'a.txt', content: Buffer.from('a') }]), 'notSpreadsheet'],
    ['nothing', () => Buffer.alloc(0), 'notSpreadsheet'],
    ['an archive without its end', () => workbook(rows('')).subarray(0, 200), 'damaged'],
    [
      'one larger than is read',
      () => Buffer.alloc(SHEET_LIMITS.fileBytes + 1, 'PK\u0003\u0004'),
      'sheetTooLarge',
    ],
  ])('%s is refused', (_what, make, fault) => {
    expect(readSheet(make())).toEqual({ ok: false, fault })
  })

  it('whose directory lies about offsets and sizes is refused', () => {
    const file = workbook(rows('<row><c><v>1</v></c></row>'))
    const directory = file.indexOf('PK\u0001\u0002', 0, 'latin1')
    for (const [at, value] of [
      [42, 0xfffffff0],
      [20, 0x7fffffff],
      [24, 0x7fffffff],
    ] as const) {
      const lying = Buffer.from(file)
      lying.writeUInt32LE(value, directory + at)
      const outcome = readSheet(lying)
      // The unpacked size is never believed, so a lie about it alone does no harm.
      expect(outcome.ok).toBe(at === 24)
    }
  })

  it('that was changed anywhere is read or refused, never a fault of ours', () => {
    const file = workbook(rows('<row><c><v>1</v></c></row>'))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
        const broken = Buffer.from(file)
        for (const [at, byte] of changes) broken[at] = byte
        expect(typeof readSheet(broken).ok).toBe('boolean')
      }),
    )
  })
})

it('a file is read in a thread of its own', async () => {
  const read = sheetReader()
  const [good, bad] = await Promise.all([read(fixture('devices.xls')), read(deflateRawSync(Buffer.alloc(9)))])
  expect(rowsOf(good)).toHaveLength(401)
  expect(bad).toEqual({ ok: false, fault: 'notSpreadsheet' })
})
