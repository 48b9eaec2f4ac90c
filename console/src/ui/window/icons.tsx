import type { ReactNode } from 'react'

import { Icon } from '../icons.tsx'

export function FullScreenIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
    </Icon>
  )
}

export function SoundIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
    </Icon>
  )
}

export function MutedIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM16 9.5l5 5m0-5-5 5" />
    </Icon>
  )
}
