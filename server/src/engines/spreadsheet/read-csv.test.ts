import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSheet } from './read-sheet.ts'
import { csvOf } from './write-csv.ts'

function rowsOf(file: Buffer): [number, string[]][] {
  const outcome = readSheet(file)
  if (!outcome.ok) throw new Error(outcome.fault)
  return outcome.sheet.rows.map(({ number, cells }) => [
    number,
    Array.from({ length: Math.max(...cells.keys()) + 1 }, (_, at) => cells.get(at)?.text ?? ''),
  ])
}

describe('text in columns', () => {
  it.each([
    ['commas and quotes', 'Name,Address\r\n"Gate ""1"", north",rtsp://192.0.2.1/a\r\n'],
    ['semicolons', 'Name;Address\n"Gate ""1"", north";rtsp://192.0.2.1/a'],
    ['tabs', 'Name\tAddress\r"Gate ""1"", north"\trtsp://192.0.2.1/a\r'],
  ])('is read by %s', (_how, text) => {
    expect(rowsOf(Buffer.from(text))).toEqual([
      [1, ['Name', 'Address']],
      [2, ['Gate "1", north', 'rtsp://192.0.2.1/a']],
    ])
  })

  it('counts rows as spreadsheet programs do, over lines in quotes and rows of nothing', () => {
    expect(rowsOf(Buffer.from('\ufeffName,Address\n"two\nlines",a\n,\nlast,b\n'))).toEqual([
      [1, ['Name', 'Address']],
      [2, ['two\nlines', 'a']],
      [4, ['last', 'b']],
    ])
  })

  it('is read as Chinese and other Excels save it', () => {
    // "设备名称,地址" and "北门,x" in GBK.
    const gbk = Buffer.from('c9e8b1b8c3fbb3c62cb5d8d6b70d0ab1b1c3c52c780d0a', 'hex')
    expect(rowsOf(gbk)).toEqual([
      [1, ['设备名称', '地址']],
      [2, ['北门', 'x']],
    ])
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('设备名称\t地址\r\n北门\tx', 'utf16le'),
    ])
    expect(rowsOf(wide)).toEqual(rowsOf(gbk))
  })

  it.each([
    ['a page', '<html>a,b</html>', 'notSpreadsheet'],
    ['one word', 'nothing', 'notSpreadsheet'],
    ['zeros', '\0\0,\0', 'notSpreadsheet'],
    ['a quote without an end', 'Name,Address\n"Gate,x', 'damaged'],
    ['too many columns', ','.repeat(65) + 'x', 'tooManyColumns'],
  ])('that is %s is refused', (_what, text, fault) => {
    expect(readSheet(Buffer.from(text))).toEqual({ ok: false, fault })
  })

  it('gives back what was written, formulas and quotes among it', () => {
    const texts = fc.string().filter((text) => text.trim() !== '' && !text.includes('\0'))
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 8 }), (rows) => {
        expect(
          rowsOf(csvOf([['a', 'b'], ...rows]))
            .slice(1)
            .map(([, cells]) => cells),
        ).toEqual(rows)
      }),
      { examples: [[[['=1+1', `'=x`]]], [[['"', "''-"]]]] },
    )
  })
})
