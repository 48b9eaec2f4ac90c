/** SpreadsheetML as far as one sheet of text, numbers and times needs it (ECMA-376). */
import type { Cell, Workbook } from './workbook.ts'
import { zip } from '../zip.ts'

const MAX_ROWS = 200_000
const MAX_COLUMNS = 256
/** The format's own limit of a cell. */
const MAX_TEXT = 32_767
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Styles of cells; `time` is the third of the formats below. */
const STYLE = { head: 1, time: 2 }
const DAY_MS = 86_400_000
/** What a serial number counts days from; the format believes that 1900 was a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

export function writeXlsx({ sheet, columns, rows }: Workbook): Buffer {
  if (rows.length > MAX_ROWS || columns.length > MAX_COLUMNS)
    throw new RangeError(`a workbook of ${rows.length} rows and ${columns.length} columns is too large`)
  const entries = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(
      sheet.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31),
    )}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles(),
  }
  const named = Object.entries(entries).map(([name, xml]) => ({ name, content: Buffer.from(HEAD + xml) }))
  return zip([...named, { name: 'xl/worksheets/sheet1.xml', content: sheetOf(columns, rows) }])
}

/** In pieces: one text of all rows would be the longest that there is. */
function sheetOf(columns: Workbook['columns'], rows: Workbook['rows']): Buffer {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const head = columns.map((column, at) => textCell(nameOf(at, 1), column.head, ` s="${STYLE.head}"`))
  const pieces = [
    Buffer.from(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
        `<cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`,
    ),
  ]
  for (const [at, row] of rows.entries()) {
    const number = at + 2
    const cells = row.map((cell, column) => cellOf(nameOf(column, number), cell))
    pieces.push(Buffer.from(`<row r="${number}">${cells.join('')}</row>`))
  }
  pieces.push(Buffer.from('</sheetData></worksheet>'))
  return Buffer.concat(pieces)
}

function cellOf(name: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(name, cell)
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`
  return `<c r="${name}" s="${STYLE.time}"><v>${(cell.getTime() - DAY_ZERO) / DAY_MS}</v></c>`
}

/** Text of a type of its own: no reader takes it for a formula, whatever it begins with. */
function textCell(name: string, text: string, style = ''): string {
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
  return `<c r="${name}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`
}

function nameOf(column: number, row: number): string {
  const letters = column < 26 ? '' : String.fromCodePoint(64 + Math.floor(column / 26))
  return `${letters}${String.fromCodePoint(65 + (column % 26))}${row}`
}

/** XML 1.0 has no way to write most control characters, nor half of a pair. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const lines = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`
}

function contentTypes(): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/worksheets/sheet1.xml', 'worksheet'],
    ['/xl/styles.xml', 'styles'],
  ].map(([part, kind]) => `<Override PartName="${part}" ContentType="${TYPES}.${kind}+xml"/>`)
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  )
}

function styles(): string {
  const format = (attributes: string): string => `<xf xfId="0" borderId="0" fillId="0" ${attributes}/>`
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="3">${format('fontId="0" numFmtId="0"')}${format('fontId="1" numFmtId="0" applyFont="1"')}` +
    `${format('fontId="0" numFmtId="164" applyNumberFormat="1"')}</cellXfs></styleSheet>`
  )
}
