/** What pages and empty lists are drawn by. */
import type { ReactNode } from 'react'

import { Icon } from './icons.tsx'

export function IconLive(): ReactNode {
  return (
    <Icon>
      <rect x="3" y="6.5" width="12.5" height="11" rx="2.5" />
      <path d="M15.5 10.8l5-2.8v8l-5-2.8" />
    </Icon>
  )
}

export function IconReplay(): ReactNode {
  return (
    <Icon>
      <path d="M4.6 9a8 8 0 1 1-.6 4.5M4 4.5V9h4.5M12 8v4.4l3 1.8" />
    </Icon>
  )
}

export function IconSiren(): ReactNode {
  return (
    <Icon>
      <path d="M7 17v-4.5a5 5 0 0 1 10 0V17M5 17h14v3.5H5ZM12 3v1.5M5.2 5.8l1.1 1.1M18.8 5.8l-1.1 1.1" />
    </Icon>
  )
}

export function IconCamera(): ReactNode {
  return (
    <Icon>
      <path d="M4 5.5l13 3.400l-1.700 6.300l-13-3.400ZM16.8 9.700l3.700 1l-1.1 4.1l-3.700-1M9 14.5l-1.5 4.5H3.5" />
    </Icon>
  )
}

/** A plug out of its socket. */
export function IconTrouble(): ReactNode {
  return (
    <Icon>
      <path d="M14.5 3.5l-2 2 6 6 2-2M17.5 8.5l3-3M9.5 20.5l2-2-6-6-2 2M6.5 15.5l-3 3M9 11l2.5-2.5M12.5 15.5l2.5-2.5" />
    </Icon>
  )
}

export function IconDownload(): ReactNode {
  return (
    <Icon>
      <path d="M12 4v11M7.5 11l4.5 4.500L16.500 11M5 19.5h14" />
    </Icon>
  )
}

export function IconColumns(): ReactNode {
  return (
    <Icon>
      <rect x="4" y="5" width="16" height="14" rx="2" />
      <path d="M9.500 5v14M14.500 5v14" />
    </Icon>
  )
}

export function IconFunnel(): ReactNode {
  return (
    <Icon>
      <path d="M4.500 5.500h15l-5.800 7v5.500l-3.400 1.500v-7Z" />
    </Icon>
  )
}

/** What was saved to come back to. */
export function IconBookmark(): ReactNode {
  return (
    <Icon>
      <path d="M7 4.500h10v15l-5-4-5 4Z" />
    </Icon>
  )
}

export function IconPlus(): ReactNode {
  return (
    <Icon>
      <path d="M12 5v14M5 12h14" />
    </Icon>
  )
}

export function IconPencil(): ReactNode {
  return (
    <Icon>
      <path d="M4.5 19.5l1-4L16 5l3 3L8.5 18.5l-4 1Z" />
      <path d="M13.5 7.5l3 3" />
    </Icon>
  )
}

/** What is recorded. */
export function IconRecord(): ReactNode {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8" />
      <circle cx="12" cy="12" r="3" fill="currentColor" />
    </Icon>
  )
}

/** Moves to another place. */
export function IconMove(): ReactNode {
  return (
    <Icon>
      <path d="M4 8.5h15M15.5 5l3.5 3.5-3.5 3.5M20 15.5H5M8.5 12L5 15.5 8.5 19" />
    </Icon>
  )
}

export function IconBin(): ReactNode {
  return (
    <Icon>
      <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 11.5a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M10.2 10.5v6M13.8 10.5v6" />
    </Icon>
  )
}
