import type { ImportResult, RowFault } from '@vedette/contract/calls/device-import'
import type { ReasonWord } from '@vedette/contract/reasons'

const MOST_FAULTS = 1000

/** The result for a file that cannot be read as a table. */
export function unread(FileFault: ReasonWord): ImportResult {
  return { Total: 0, Good: 0, Added: 0, Bad: 0, Faults: [], FileFault }
}

interface Checked {
  total: number
  good: number
  faults: readonly RowFault[]
  isDryRun: boolean
  skipsBad: boolean
}

/** What an import comes to: all rows are added, or none, unless bad ones are left out. */
export function importResult({ total, good, faults, isDryRun, skipsBad }: Checked): ImportResult {
  const all = faults.toSorted((a, b) => a.Row - b.Row)
  const bad = new Set(all.map(({ Row }) => Row)).size
  const adds = !isDryRun && good > 0 && (bad === 0 || skipsBad)
  return {
    Total: total,
    Good: good,
    Added: adds ? good : 0,
    Bad: bad,
    Faults: all.slice(0, MOST_FAULTS),
    FileFault: '',
  }
}
