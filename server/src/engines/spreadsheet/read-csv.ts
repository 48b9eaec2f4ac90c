/** Text in columns, as spreadsheet programs save it: RFC 4180, and what they make of it. */
import { type Sheet, SheetBuilder, SheetError } from './sheet.ts'

const DELIMITERS = [',', ';', '\t'] as const
const UTF16_MARK = Buffer.from([0xff, 0xfe])

/** Undefined for what is no text in columns. */
export function readCsv(file: Buffer): Sheet | undefined {
  const text = textOf(file)
  // A page that is called a spreadsheet is none.
  if (text === undefined || text.includes('\0') || /^\s*</.test(text)) return undefined
  const delimiter = delimiterOf(text)
  if (delimiter === undefined) return undefined
  const builder = new SheetBuilder()
  let [row, column, cell, isQuoted, at] = [1, 0, '', false, 0]
  const endCell = (): void => {
    // What `csvOf` puts before a text that spreadsheets would take for a formula.
    builder.put(row, column, cell.replace(/^'(?='*[=+\-@\t\r])/, ''), false)
    cell = ''
    column++
  }
  while (at < text.length) {
    const sign = text.charAt(at++)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at) === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(at) === '\n') at++
      endCell()
      row++
      column = 0
    } else cell += sign
  }
  if (isQuoted) throw new SheetError('damaged', `a quote of row ${row} has no end`)
  endCell()
  return builder.sheet()
}

/** Chinese Excel saves GBK where nobody asks for UTF-8. */
function textOf(file: Buffer): string | undefined {
  if (file.length === 0) return undefined
  const encodings = file.subarray(0, 2).equals(UTF16_MARK) ? ['utf-16le'] : ['utf-8', 'gb18030']
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(file)
    } catch (error) {
      // Not in this encoding.
      if (!(error instanceof TypeError)) throw error
    }
  }
  return undefined
}

/** The one that parts the head most often. */
function delimiterOf(text: string): string | undefined {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((sign) => ({ sign, count: head.split(sign).length - 1 }))
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.sign
}
