/** The frame of every icon, and those of the log-in: the first page fetches this file and none of the others. */
import type { ReactNode } from 'react'

export function Icon({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export function IconEye(): ReactNode {
  return (
    <Icon>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </Icon>
  )
}

export function IconEyeClosed(): ReactNode {
  return (
    <Icon>
      <path d="M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.2 7.7A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9" />
    </Icon>
  )
}

export function IconMoon(): ReactNode {
  return (
    <Icon>
      <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />
    </Icon>
  )
}

export function IconSun(): ReactNode {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1" />
    </Icon>
  )
}

export function IconHalf(): ReactNode {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor" />
    </Icon>
  )
}
