/** Where somebody was in a list, to be found there again after a look at another page; as long as this page is loaded. */
import { useCallback } from 'react'

import { pathInAddress } from '../path-in-address.ts'

interface Place {
  /** The key of the first row: other rows begin at their top. */
  first: string | undefined
  tops: readonly number[]
}

const places = new Map<string, Place>()

/** For the box of a list's rows, which scroll in it or, on a phone, with the page. Lists of dialogs begin at their top. */
export function useKeptPlace(list: string): (box: HTMLElement | null) => (() => void) | void {
  return useCallback(
    (box) => {
      const page = box?.closest('main')
      if (!box || !page) return undefined
      const key = `${pathInAddress()} ${list}`
      const scrolled = [box, page]
      const first = (): string | undefined => box.querySelector<HTMLElement>('tr[data-key]')?.dataset['key']
      const known = places.get(key)
      if (known && known.first === first())
        for (const [at, it] of scrolled.entries()) it.scrollTop = known.tops[at] ?? 0
      const keep = (): void =>
        void places.set(key, { first: first(), tops: scrolled.map(({ scrollTop }) => scrollTop) })
      for (const it of scrolled) it.addEventListener('scroll', keep, { passive: true })
      return () => {
        // The browser may not have reported the last scroll yet.
        keep()
        for (const it of scrolled) it.removeEventListener('scroll', keep)
      }
    },
    [list],
  )
}
