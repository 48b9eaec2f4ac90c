import { useState } from 'react'

import { useDebounced } from '../device-tree/use-debounced.ts'

/** Searched once somebody has stopped typing. */
const SEARCH_DELAY_MS = 250

/** What is searched for in a paged list, and which page of it is shown. */
export function usePagedSearch(firstSize = 10) {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState({ page: 1, pageSize: firstSize })
  const [committed, setCommitted] = useState('')
  const text = typed.trim()
  const debounced = useDebounced(text, SEARCH_DELAY_MS)
  const searched = text === committed ? text : debounced
  /** Called after anything that changes what is listed. */
  const toFirstPage = (): void => setPlace({ page: 1, pageSize: place.pageSize })
  return {
    /** Props of the search field. */
    search: {
      value: typed,
      onType: (changed: string) => {
        setTyped(changed)
        toFirstPage()
      },
      // What is clicked next, Export perhaps, applies to what was typed.
      onLeave: () => setCommitted(text),
    },
    /** Props of the pager. */
    pager: { ...place, onTurn: setPlace },
    toFirstPage,
    /** Wraps what sets a filter. */
    fromFirstPage:
      <V>(set: (value: V) => void) =>
      (value: V): void => {
        set(value)
        toFirstPage()
      },
    /** Fields of the call's body. */
    Keyword: searched || undefined,
    paging: { Page: place.page, PageSize: place.pageSize },
  }
}
