/** The smallest .xlsx that holds these texts: files without compression in a zip (PKWARE APPNOTE 4.3). */
import { crc32 } from 'node:zlib'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export function sheetOf(rows: readonly (readonly string[])[]): Buffer {
  const cells = (row: readonly string[]): string =>
    row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  return zipOf({
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Devices" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
  })
}

function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(text)]
    // Version 2.0, no flags, stored, 1980-01-01, CRC, both sizes, the name's length, nothing more.
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(title.length, 22)
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), shared, title, bytes)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    central.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), shared, place, title)
    at += 4 + shared.length + title.length + bytes.length
  }
  const index = Buffer.concat(central)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, index, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
