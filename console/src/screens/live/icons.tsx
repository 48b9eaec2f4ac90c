import type { ReactNode } from 'react'

import type { ViewState } from '../../player/window-view.ts'
import type { WallLayout } from '../../ui/window/layouts.ts'

function Icon({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

const STATE_SHAPES: Record<Exclude<ViewState, 'live' | 'loading' | 'switching'>, ReactNode> = {
  empty: <path d="M12 6v12M6 12h12" />,
  failed: <path d="M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.4v.1" />,
  reconnecting: <path d="M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5" />,
  offline: (
    <path d="m4 4 16 16M9 5v4m6-4v4M6.5 9.5H12m3.5 0h2V12a5 5 0 0 1-1 3m-3 1.9V20h-3v-3.1A5.5 5.5 0 0 1 6.5 12V9.5" />
  ),
  sleeping: <path d="M4 11h6l-6 8h6M13 5h6l-6 8h6" />,
  upgrading: <path d="M12 20V9m-4.5 4L12 8.5l4.5 4.5M5 4.5h14" />,
}

/** Null for the states that a turning ring tells. */
export function StateIcon({ state }: { state: ViewState }): ReactNode {
  if (state === 'live') return null
  if (state === 'loading' || state === 'switching') return <span className="tile-ring" aria-hidden="true" />
  return (
    <span className="tile-sign">
      <Icon>{STATE_SHAPES[state]}</Icon>
    </span>
  )
}

/** Drawn from the layout itself, so that a new layout has its icon. */
export function LayoutIcon({ layout: { columns, rows, cells } }: { layout: WallLayout }): ReactNode {
  const side = Math.max(columns, rows)
  const unit = 16 / side
  return (
    <Icon>
      {cells.map(({ row, column, span }) => (
        <rect
          key={`${row},${column}`}
          x={4.5 + column * unit}
          y={4.5 + row * unit}
          width={span * unit - 1}
          height={span * unit - 1}
          rx={side > 3 ? 0.5 : 1}
        />
      ))}
    </Icon>
  )
}

export function AlarmIcon(): ReactNode {
  return (
    <Icon>
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15l1.5-2Zm4 4h4" />
    </Icon>
  )
}

export function HistoryIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4 4v4h4M12 8v4.5l3 1.5" />
    </Icon>
  )
}

export function SnapshotIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4Z" />
      <circle cx="12" cy="13" r="3.5" />
    </Icon>
  )
}

export function PatrolIcon(): ReactNode {
  return (
    <Icon>
      <circle cx="6" cy="18" r="2.5" />
      <circle cx="18" cy="6" r="2.5" />
      <path d="M15.5 6H9a3 3 0 0 0 0 6h6a3 3 0 0 1 0 6H8.5" />
    </Icon>
  )
}

export function LockIcon(): ReactNode {
  return (
    <Icon>
      <path d="M6 11h12v9H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />
    </Icon>
  )
}

export function PtzIcon(): ReactNode {
  return (
    <Icon>
      <path d="m8.5 6.5 3.5-3 3.5 3m0 11-3.5 3-3.5-3m-2-9-3 3.5 3 3.5m11-7 3 3.5-3 3.5" />
      <circle cx="12" cy="12" r="2" />
    </Icon>
  )
}

export function PopOutIcon(): ReactNode {
  return (
    <Icon>
      <path d="M11 5H4v14h14v-7M14 4h6v6M20 4l-9 9" />
    </Icon>
  )
}

export function DevicesIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 5h5M4 12h5M4 19h5M13 5h7M13 12h7M13 19h7" />
    </Icon>
  )
}

export function PlaybackIcon(): ReactNode {
  return (
    <Icon>
      <path d="M3.5 15.5a8.5 8.5 0 1 1 17 0M12 15.5l4-5M7 19.5h10" />
    </Icon>
  )
}

export function HelpIcon(): ReactNode {
  return (
    <Icon>
      <rect x="3" y="6" width="18" height="12" rx="2" />
      <path d="M6.5 9.8h.1m3.6 0h.1m3.6 0h.1m3.5 0h.1M8.5 14.5h7" />
    </Icon>
  )
}

export function SavedWallsIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 5h16v9H4zM12 5v9M4 9.5h16M8 18h8M12 14v4" />
    </Icon>
  )
}

export function MoreLayoutsIcon(): ReactNode {
  return (
    <Icon>
      <path d="M5 5h2m4 0h2m4 0h2M5 12h2m4 0h2m4 0h2M5 19h2m4 0h2m4 0h2" />
    </Icon>
  )
}
