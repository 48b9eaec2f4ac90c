import '../../ui/window/window.css'
import './tile.css'

import { type ReactNode, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { usePlayback } from './playback.ts'
import { stateText } from './state-text.ts'
import { TileVeil } from './TileVeil.tsx'
import { useLiveWindow } from './use-live-window.ts'
import { useTileSize } from './use-tile-size.ts'

/** One that is not the wall's. */
const PREVIEW_WINDOW = 63

interface Props {
  did: string
  channel: number
  name: string
  quality?: 'main' | 'sub'
  /** Its number, where there is another such picture on the page. */
  window?: number
  isHeard?: boolean
  /** Lies over the picture, such as zones. */
  children?: ReactNode
}

/** One live picture outside of the wall. */
export function Preview({
  did,
  channel,
  name,
  quality = 'main',
  window = PREVIEW_WINDOW,
  isHeard = false,
  children,
}: Props): ReactNode {
  const t = useT()
  const tile = useRef<HTMLDivElement>(null)
  const { method, volume } = usePlayback()
  const { isInSight } = useTileSize(tile)
  const { view, glass } = useLiveWindow(window, {
    device: isInSight ? { did, channel } : undefined,
    quality,
    method,
    volume: isHeard ? volume : 0,
  })
  return (
    <div
      ref={tile}
      className="tile tile-preview"
      role="group"
      aria-label={t('live.window', { number: 1, name, state: stateText(t, view) })}
      data-did={did}
      data-state={view.state}
      data-reason={view.reason}
    >
      <div ref={glass} className="tile-glass" data-shown={view.hasPicture} />
      {view.state !== 'live' && <TileVeil view={view} />}
      {children}
    </div>
  )
}
