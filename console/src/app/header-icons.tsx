import type { ReactNode } from 'react'

import { Icon } from '../ui/icons.tsx'

export function IconSettings(): ReactNode {
  return (
    <Icon>
      <path d="M4 7h9m4 0h3M4 17h3m4 0h9" />
      <circle cx="15" cy="7" r="2.2" />
      <circle cx="9" cy="17" r="2.2" />
    </Icon>
  )
}

export function IconSearch(): ReactNode {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="M15 15l5 5" />
    </Icon>
  )
}

export function IconArchive(): ReactNode {
  return (
    <Icon>
      <ellipse cx="12" cy="6" rx="7.5" ry="2.8" />
      <path d="M4.5 6v12c0 1.6 3.4 2.8 7.5 2.8s7.5-1.2 7.5-2.8V6M12 10.5v4m0 2.4v.1" />
    </Icon>
  )
}

export function IconUser(): ReactNode {
  return (
    <Icon>
      <circle cx="12" cy="8" r="3.6" />
      <path d="M5 20c.6-3.8 3.4-5.6 7-5.6s6.4 1.8 7 5.6" />
    </Icon>
  )
}

export function IconMenu(): ReactNode {
  return (
    <Icon>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  )
}

export function IconGlobe(): ReactNode {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17Z" />
    </Icon>
  )
}

export function IconBell({ isOn }: { isOn: boolean }): ReactNode {
  return (
    <Icon>
      <path d="M6 16.5v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15ZM10 20.5h4" />
      {!isOn && <path d="M3.5 3.5l17 17" />}
    </Icon>
  )
}

export function IconSound({ isOn }: { isOn: boolean }): ReactNode {
  return (
    <Icon>
      <path d="M4 9.5v5h3.5l5 4v-13l-5 4Z" />
      {isOn ? (
        <path d="M16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11" />
      ) : (
        <path d="M16 9.5l5 5m0-5l-5 5" />
      )}
    </Icon>
  )
}

export function IconReconnect(): ReactNode {
  return (
    <Icon>
      <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9" />
    </Icon>
  )
}

/** A message that comes up in the corner of a window. */
export function IconPopUp({ isOn }: { isOn: boolean }): ReactNode {
  return (
    <Icon>
      <path d="M20.5 10.5v-4a2 2 0 0 0-2-2h-13a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h5" />
      <rect x="12.5" y="13" width="8.5" height="6.5" rx="1.5" />
      {!isOn && <path d="M3.5 3.5l17 17" />}
    </Icon>
  )
}
