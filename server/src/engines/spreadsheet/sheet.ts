/** What a spreadsheet's first sheet holds, read as text. */

export interface Sheet {
  /** Rows sorted by number; a cell's text by its column from 0. Rows and cells that hold nothing are absent. */
  rows: SheetRow[]
}

export interface SheetRow {
  /** Row number as the file's own program counts: from 1. */
  number: number
  cells: Map<number, SheetCell>
}

export interface SheetCell {
  text: string
  isFormula: boolean
}

/**
 * `notSpreadsheet`: neither .xlsx nor .xls by its content. `damaged`: it says of itself what is not so. `encrypted`: it
 * wants a password. The others are over what is read.
 */
export type SheetFault =
  | 'notSpreadsheet'
  | 'damaged'
  | 'encrypted'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'sheetTooLarge'

/** Thrown by the readers. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
  readonly fault: SheetFault

  constructor(fault: SheetFault, detail: string) {
    super(detail)
    this.fault = fault
  }
}

export type SheetOutcome = { ok: true; sheet: Sheet } | { ok: false; fault: SheetFault }

/** Limits of the file, the sheet and its cells. The head is a row too. */
export const SHEET_LIMITS = {
  fileBytes: 5 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
  rows: 10_001,
  columns: 64,
  textLength: 4096,
} as const

/** Collects cells within the limits. */
export class SheetBuilder {
  readonly #rows = new Map<number, SheetRow>()

  /** `row` from 1, `column` from 0. */
  put(row: number, column: number, text: string, isFormula: boolean): void {
    if (text.trim() === '' && !isFormula) return
    if (column >= SHEET_LIMITS.columns)
      throw new SheetError('tooManyColumns', `a cell stands in column ${column + 1}`)
    const known = this.#rows.get(row) ?? { number: row, cells: new Map<number, SheetCell>() }
    if (!this.#rows.has(row) && this.#rows.size >= SHEET_LIMITS.rows)
      throw new SheetError('tooManyRows', `more than ${SHEET_LIMITS.rows} rows hold something`)
    this.#rows.set(row, known)
    known.cells.set(column, { text: text.slice(0, SHEET_LIMITS.textLength), isFormula })
  }

  sheet(): Sheet {
    return { rows: [...this.#rows.values()].toSorted((a, b) => a.number - b.number) }
  }
}

/** Text of a number as spreadsheet programs show it, where it is no date. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : ''
}
