/** A sheet as a table: columns known by their heads, in either language, and what is wrong with a cell. */
import { hasUnshown } from '@vedette/contract/names'
import type { ReasonWord } from '@vedette/contract/reasons'

import type { SheetRow } from './sheet.ts'

export type Heads<Column extends string> = Readonly<Record<Column, { en: string; zh: string }>>

export type Blame<Column extends string> = (
  column: Column,
  word: ReasonWord,
  values?: Record<string, string | number>,
) => void

/** Where each column stands; those that the head does not name are absent. */
export function columnsOf<Column extends string>(
  head: SheetRow,
  heads: Heads<Column>,
  keys: readonly Column[],
): Map<Column, number> {
  const columns = new Map<Column, number>()
  for (const [at, { text }] of head.cells) {
    const said = normal(text.replace(/[*＊]/g, ''))
    for (const key of keys) {
      const { en, zh } = heads[key]
      if (!columns.has(key) && (said === normal(en) || said === normal(zh))) columns.set(key, at)
    }
  }
  return columns
}

/** Reads a row's cells: trimmed, no longer than `longest`, without formulas and unseen signs. */
export function cellsOf<Column extends string>(
  row: SheetRow,
  columns: ReadonlyMap<Column, number>,
  longest: Partial<Record<Column, number>>,
  blame: Blame<Column>,
) {
  const at = (column: Column, asTyped = false): string => {
    const cell = row.cells.get(columns.get(column) ?? -1)
    if (!cell) return ''
    if (cell.isFormula) blame(column, 'formula')
    const text = asTyped ? cell.text : cell.text.trim()
    const most = longest[column] ?? Infinity
    if (text.length > most) blame(column, 'tooLong', { Most: most })
    if (hasUnshown(text)) blame(column, 'controlCharacter')
    return text
  }
  const must = (column: Column): string => {
    const text = at(column)
    if (text === '' && row.cells.get(columns.get(column) ?? -1)?.isFormula !== true) blame(column, 'missing')
    return text
  }
  return { at, must }
}

/** The form in which texts that people typed are compared. */
export function normal(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
}
