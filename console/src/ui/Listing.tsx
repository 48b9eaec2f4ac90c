import './listing.css'

import type { ReactNode } from 'react'

interface Props {
  /** What is searched for, filtered by and done, in a row above the list. */
  toolbar: ReactNode
  children: ReactNode
  /** Stays in sight below the list. */
  foot?: ReactNode
}

/** A page that is one list: its tools, the list, its pager. */
export function Listing({ toolbar, children, foot }: Props): ReactNode {
  return (
    <div className="listing">
      <div className="listing-tools">{toolbar}</div>
      {children}
      {foot}
    </div>
  )
}
