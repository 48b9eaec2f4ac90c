import type { AlbumPicture } from '@vedette/contract/calls/album'
import { useCallback, useState } from 'react'

import type { AlbumFilter } from './queries.ts'
import { NOTHING_SELECTED, type Selection } from './selection.ts'

interface Chosen {
  selection: Selection
  /** Chosen ones to which nobody has scrolled. */
  far: readonly AlbumPicture[]
}

export const NOTHING_CHOSEN: Chosen = { selection: NOTHING_SELECTED, far: [] }

/** What is chosen of the pictures that a filter leaves: those of another filter are out of sight, and are not chosen any more. */
export function useChosen(filter: AlbumFilter): [Chosen, (change: (before: Chosen) => Chosen) => void] {
  const under = JSON.stringify(filter)
  const [kept, setKept] = useState({ under, chosen: NOTHING_CHOSEN })
  // Not reset when the filter changes: an answer to the filter before may come later.
  const change = useCallback(
    (to: (before: Chosen) => Chosen) =>
      setKept((before) => ({ under, chosen: to(before.under === under ? before.chosen : NOTHING_CHOSEN) })),
    [under],
  )
  return [kept.under === under ? kept.chosen : NOTHING_CHOSEN, change]
}
