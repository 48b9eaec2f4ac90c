import './empty-state.css'

import type { ReactNode } from 'react'

import { IconTray } from './page-icons.tsx'

interface Props {
  title: string
  /** What to do next. */
  text: string
  /** What is missing, drawn; a tray with nothing in it by itself. */
  icon?: ReactNode
  /** A button or link that does it. */
  children?: ReactNode
}

/** Stands where a list has nothing to show. */
export function EmptyState({ title, text, icon = <IconTray />, children }: Props): ReactNode {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">{icon}</span>
      <p className="empty-state-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  )
}
