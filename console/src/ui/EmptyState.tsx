import './empty-state.css'

import type { ReactNode } from 'react'

interface Props {
  title: string
  /** What to do next. */
  text: string
  /** A button or link that does it. */
  children?: ReactNode
}

/** Stands where a list has nothing to show. */
export function EmptyState({ title, text, children }: Props): ReactNode {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  )
}
