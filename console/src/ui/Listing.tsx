import './listing.css'

import type { ReactNode } from 'react'

import { PageHead } from './PageHead.tsx'

interface Props {
  /** What is done with the whole page, its main action last; a list that is a part of a page has none. */
  head?: ReactNode
  /** How many there are of all. */
  count?: number | undefined
  /** What is searched for, filtered by and done, in a row above the list. */
  toolbar: ReactNode
  children: ReactNode
  /** Stays in sight below the list. */
  foot?: ReactNode
}

/** A page that is one list: its tools, the list, its pager. */
export function Listing({ head, count, toolbar, children, foot }: Props): ReactNode {
  return (
    <div className="listing">
      {head !== undefined && <PageHead count={count}>{head}</PageHead>}
      <div className="listing-tools">{toolbar}</div>
      {children}
      {foot}
    </div>
  )
}
