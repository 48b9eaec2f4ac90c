import { useState } from 'react'
import { z } from 'zod'

import { stored } from '../../app/stored.ts'

const Kept = z.record(z.string(), z.record(z.string(), z.number().min(1).max(4000)))

export const NARROWEST_PX = 64
export const WIDEST_PX = 1200

export interface ColumnWidths {
  /** CSS pixels; a column that nobody has drawn wider or narrower is absent. */
  widths: Readonly<Record<string, number>>
  /** Undefined: as wide as its content again. */
  set: (column: string, width: number | undefined) => void
}

/** The widths that a person gave to a table's columns, kept by this browser under the table's name. */
export function useColumnWidths(table: string | undefined): ColumnWidths {
  const [widths, setWidths] = useState(() => keptOf(table))
  const set = (column: string, width: number | undefined): void => {
    const { [column]: _before, ...others } = widths
    const next = width === undefined ? others : { ...others, [column]: within(width) }
    setWidths(next)
    if (table !== undefined) stored.write('columnWidths', { ...all(), [table]: next })
  }
  return { widths, set }
}

function within(width: number): number {
  return Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width)))
}

function all(): z.infer<typeof Kept> {
  return stored.read('columnWidths', Kept) ?? {}
}

function keptOf(table: string | undefined): Readonly<Record<string, number>> {
  return (table !== undefined && all()[table]) || {}
}
