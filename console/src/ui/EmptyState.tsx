import './empty-state.css'

import type { ReactNode } from 'react'

import { Drawing, type DrawingName } from './drawings.tsx'

interface Props {
  title: string
  /** What to do next. */
  text: string
  /** What is missing. */
  drawing: DrawingName
  /** A button or link that does it. */
  children?: ReactNode
}

/** Stands where a list has nothing to show. */
export function EmptyState({ title, text, drawing, children }: Props): ReactNode {
  return (
    <div className="empty-state">
      <Drawing name={drawing} />
      <p className="empty-state-title">{title}</p>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
