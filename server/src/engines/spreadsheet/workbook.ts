/** A workbook of one sheet. Cells are text, numbers or times; nothing in them is ever a formula. */
export interface Workbook {
  sheet: string
  /** `width` in characters. */
  columns: readonly { head: string; width: number }[]
  rows: readonly (readonly Cell[])[]
}

/** A date is shown in UTC. */
export type Cell = string | number | Date | null

/** Makes an .xlsx file, off the main thread. */
export type WriteWorkbook = (workbook: Workbook) => Promise<Buffer>
