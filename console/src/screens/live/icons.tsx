import type { ReactNode } from 'react'

import type { ViewState } from '../../player/window-view.ts'

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

/** Drawn from the layout's own grid, so that a new layout has its icon. */
export function LayoutIcon({ columns, rows }: { columns: number; rows: number }): ReactNode {
  const [width, height] = [16 / columns, 16 / rows]
  return (
    <Icon>
      {Array.from({ length: columns * rows }, (_, i) => (
        <rect
          key={i}
          x={4.5 + (i % columns) * width}
          y={4.5 + Math.floor(i / columns) * height}
          width={width - 1}
          height={height - 1}
          rx="1"
        />
      ))}
    </Icon>
  )
}

export function FullScreenIcon(): ReactNode {
  return (
    <Icon>
      <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
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

export function CloseIcon(): ReactNode {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}
