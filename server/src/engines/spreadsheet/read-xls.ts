/** The first sheet of an .xls file: BIFF8 ([MS-XLS]), record by record. */
import { readStream } from './compound-file.ts'
import { numberText, type Sheet, SheetBuilder, SheetError, SHEET_LIMITS } from './sheet.ts'

const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  filePass: 0x002f,
  continue: 0x003c,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  bool: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  bof: 0x0809,
} as const
const BIFF8 = 0x0600
const WORKSHEET = 0x0010

interface Record {
  type: number
  data: Buffer
}

export function readXls(file: Buffer): Sheet {
  const stream = readStream(file, ['Workbook', 'Book'])
  if (!stream) throw new SheetError('notSpreadsheet', 'it has no workbook')
  const first = recordAt(stream, 0)
  if (first?.type !== RECORD.bof || word(first.data, 0) !== BIFF8)
    throw new SheetError('notSpreadsheet', 'it is no workbook of Excel 97 or later')
  const { texts, sheetAt } = globalsOf(stream)
  return cellsOf(stream, sheetAt, texts)
}

function recordAt(stream: Buffer, at: number): Record | undefined {
  if (at < 0 || at + 4 > stream.length) return undefined
  const bytes = stream.readUInt16LE(at + 2)
  return { type: stream.readUInt16LE(at), data: stream.subarray(at + 4, at + 4 + bytes) }
}

function* recordsFrom(stream: Buffer, start: number): Generator<Record> {
  let at = start
  for (let record = recordAt(stream, at); record; record = recordAt(stream, at)) {
    yield record
    at += 4 + record.data.length
  }
}

/** What stands before the sheets: the shared texts, and where the first worksheet begins. */
function globalsOf(stream: Buffer): { texts: string[]; sheetAt: number } {
  let sheetAt = -1
  let shared: Buffer[] = []
  let isShared = false
  for (const { type, data } of recordsFrom(stream, 0)) {
    if (type === RECORD.filePass) throw new SheetError('encrypted', 'it wants a password')
    if (type === RECORD.boundSheet && sheetAt < 0 && (data[5] ?? 0) === 0) sheetAt = double(data, 0)
    if (type === RECORD.sst) shared = [data]
    else if (type === RECORD.continue && isShared) shared.push(data)
    isShared = type === RECORD.sst || (type === RECORD.continue && isShared)
    if (type === RECORD.eof) break
  }
  if (sheetAt < 0) throw new SheetError('damaged', 'it has no worksheet')
  return { texts: sharedTexts(shared), sheetAt }
}

/** Reads on through the pieces of a record that was continued. */
class Pieces {
  readonly #pieces: readonly Buffer[]
  #piece = 0
  #at = 0

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces
  }

  /** A number of so many bytes, which no writer cuts in two. */
  number(bytes: 1 | 2 | 4): number {
    this.#settle()
    const piece = this.#pieces[this.#piece]
    if (!piece || this.#at + bytes > piece.length) throw cutOff()
    this.#at += bytes
    return piece.readUIntLE(this.#at - bytes, bytes)
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0;) {
      this.#settle()
      const piece = this.#pieces[this.#piece]
      if (!piece) throw cutOff()
      const step = Math.min(left, piece.length - this.#at)
      this.#at += step
      left -= step
    }
  }

  /** Characters that may go over into the next piece, which then begins with a flag of its own width. */
  characters(count: number, isWide: boolean): string {
    let text = ''
    let width = isWide ? 2 : 1
    for (let left = count; left > 0;) {
      const piece = this.#pieces[this.#piece]
      if (!piece) throw cutOff()
      if (this.#at >= piece.length) {
        this.#piece++
        this.#at = 0
        width = (this.number(1) & 1) === 1 ? 2 : 1
        continue
      }
      const fitting = Math.min(left, Math.floor((piece.length - this.#at) / width))
      if (fitting === 0) throw cutOff()
      const end = this.#at + fitting * width
      text += piece.toString(width === 2 ? 'utf16le' : 'latin1', this.#at, end)
      this.#at = end
      left -= fitting
    }
    return text
  }

  #settle(): void {
    const piece = this.#pieces[this.#piece]
    if (!piece || this.#at < piece.length) return
    this.#piece++
    this.#at = 0
  }
}

function sharedTexts(pieces: readonly Buffer[]): string[] {
  if (pieces.length === 0) return []
  const from = new Pieces(pieces)
  from.skip(4)
  const count = from.number(4)
  // Each takes three bytes at least.
  const most = pieces.reduce((sum, piece) => sum + piece.length, 0) / 3
  if (count > most) throw new SheetError('damaged', `${count} shared texts`)
  return Array.from({ length: count }, () => richText(from))
}

function richText(from: Pieces): string {
  const length = from.number(2)
  const flags = from.number(1)
  const runs = (flags & 8) === 0 ? 0 : from.number(2)
  const extended = (flags & 4) === 0 ? 0 : from.number(4)
  const text = from.characters(length, (flags & 1) === 1)
  from.skip(runs * 4 + extended)
  return text.slice(0, SHEET_LIMITS.textLength)
}

function cellsOf(stream: Buffer, start: number, texts: readonly string[]): Sheet {
  const head = recordAt(stream, start)
  if (head?.type !== RECORD.bof || word(head.data, 2) !== WORKSHEET)
    throw new SheetError('damaged', 'its worksheet is not where it says')
  const builder = new SheetBuilder()
  let formulaAt: { row: number; column: number } | undefined
  for (const { type, data } of recordsFrom(stream, start + 4 + head.data.length)) {
    if (type === RECORD.eof) break
    if (!CELLS.has(type)) continue
    if (type === RECORD.string) {
      if (formulaAt) builder.put(formulaAt.row, formulaAt.column, unicodeText(data, 0), true)
      continue
    }
    const [row, column] = [word(data, 0) + 1, word(data, 2)]
    const put = (text: string) => builder.put(row, column, text, false)
    switch (type) {
      case RECORD.labelSst: {
        const text = texts[double(data, 6)]
        if (text === undefined) throw new SheetError('damaged', 'there is no such shared text')
        put(text)
        break
      }
      case RECORD.label:
        put(unicodeText(data, 6))
        break
      case RECORD.number:
        put(numberText(float(data, 6)))
        break
      case RECORD.rk:
        put(numberText(rkOf(double(data, 6))))
        break
      case RECORD.mulRk:
        for (let at = 4, to = column; at + 8 <= data.length; at += 6, to++)
          builder.put(row, to, numberText(rkOf(double(data, at + 2))), false)
        break
      case RECORD.bool:
        put(data[7] === 0 ? (data[6] === 1 ? 'TRUE' : 'FALSE') : '')
        break
      case RECORD.formula:
        formulaAt = { row, column }
        builder.put(row, column, '', true)
        break
    }
  }
  return builder.sheet()
}

const CELLS: ReadonlySet<number> = new Set([
  RECORD.labelSst,
  RECORD.label,
  RECORD.number,
  RECORD.rk,
  RECORD.mulRk,
  RECORD.bool,
  RECORD.formula,
  RECORD.string,
])

/** [MS-XLS] 2.5.217: 30 bits of an integer or of a float's upper half; the lowest two say which, and whether by 100. */
function rkOf(rk: number): number {
  const isInteger = (rk & 2) !== 0
  const upper = Buffer.alloc(8)
  upper.writeUInt32LE((rk & 0xfffffffc) >>> 0, 4)
  const value = isInteger ? rk >> 2 : upper.readDoubleLE(0)
  return (rk & 1) === 0 ? value : value / 100
}

function unicodeText(data: Buffer, at: number): string {
  const length = word(data, at)
  const isWide = ((data[at + 2] ?? 0) & 1) === 1
  const end = at + 3 + length * (isWide ? 2 : 1)
  return data.toString(isWide ? 'utf16le' : 'latin1', at + 3, Math.min(end, data.length))
}

function word(data: Buffer, at: number): number {
  if (at + 2 > data.length) throw cutOff()
  return data.readUInt16LE(at)
}

function double(data: Buffer, at: number): number {
  if (at + 4 > data.length) throw cutOff()
  return data.readUInt32LE(at)
}

function float(data: Buffer, at: number): number {
  if (at + 8 > data.length) throw cutOff()
  return data.readDoubleLE(at)
}

function cutOff(): SheetError {
  return new SheetError('damaged', 'a record is cut off')
}
