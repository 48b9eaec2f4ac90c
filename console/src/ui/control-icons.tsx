/** What controls, lists and dialogs are drawn by. */
import type { ReactNode } from 'react'

import { Icon } from './icons.tsx'

export function IconDown(): ReactNode {
  return (
    <Icon>
      <path d="M6 9.5l6 6 6-6" />
    </Icon>
  )
}

export function IconLeft(): ReactNode {
  return (
    <Icon>
      <path d="M14.5 6l-6 6 6 6" />
    </Icon>
  )
}

export function IconRight(): ReactNode {
  return (
    <Icon>
      <path d="M9.5 6l6 6-6 6" />
    </Icon>
  )
}

export function IconChoose(): ReactNode {
  return (
    <Icon>
      <path d="M7.5 9.5L12 5l4.5 4.5M7.5 14.5L12 19l4.5-4.5" />
    </Icon>
  )
}

export function IconMore(): ReactNode {
  return (
    <Icon>
      <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />
    </Icon>
  )
}

export function IconCheck(): ReactNode {
  return (
    <Icon>
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeWidth="2.6" />
    </Icon>
  )
}

export function IconClose(): ReactNode {
  return (
    <Icon>
      <path d="M6 6l12 12M18 6L6 18" />
    </Icon>
  )
}

export function IconCalendar(): ReactNode {
  return (
    <Icon>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
    </Icon>
  )
}
