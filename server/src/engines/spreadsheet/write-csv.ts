import type { Cell, Workbook } from './workbook.ts'

/** With the mark by which spreadsheets know UTF-8. Nothing in it is a formula to them. */
export function csvOf(rows: readonly (readonly Cell[])[]): Buffer {
  const lines = rows.map((cells) => cells.map(csvCell).join(','))
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf8')
}

export function csvOfWorkbook({ columns, rows }: Workbook): Buffer {
  return csvOf([columns.map(({ head }) => head), ...rows])
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell
  return `"${(/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
