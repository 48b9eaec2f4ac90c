import './tile.css'

import type { Presence } from '@vedette/contract/devices'
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'

import { useT } from '../../i18n/language.ts'
import { deviceFromText, deviceToText, DRAGGED_DEVICE } from '../../ui/device-tree/device-text.ts'
import { areaOf, type Cell } from './layouts.ts'
import { usePlayback } from './playback.ts'
import { stateText } from './state-text.ts'
import { qualityFor } from './tile-quality.ts'
import { TileCaption } from './TileCaption.tsx'
import { TileVeil } from './TileVeil.tsx'
import { useLiveWindow } from './use-live-window.ts'
import { useTileSize } from './use-tile-size.ts'
import { useZoom, type ZoomControls } from './use-zoom.ts'
import type { Place, WallAction } from './wall.ts'

/** The name under which a dragged window's wall and place travel; its device goes with it, for the walls of other windows. */
const DRAGGED_PLACE = 'text/x-vedette-place'

export interface TileHandle extends Pick<ZoomControls, 'zoomBy' | 'reset' | 'isZoomed'> {
  focus: () => void
}

interface TileProps {
  wallNumber: number
  place: Place
  /** Where on the wall it is. */
  at: number
  cell: Cell
  /** The devices are in sight beside it. */
  hasTree: boolean
  isSingle: boolean
  isChosen: boolean
  isHeard: boolean
  device: { name: string; presence: Presence; isUpgrading: boolean; hasSub: boolean } | undefined
  act: (action: WallAction) => void
  onSound: () => void
  /** What is new about the chosen window. */
  onNews: (text: string) => void
  handle: Ref<TileHandle>
}

export function Tile(props: TileProps): ReactNode {
  const {
    wallNumber,
    place,
    at,
    cell,
    hasTree,
    isSingle,
    isChosen,
    isHeard,
    device,
    act,
    onSound,
    onNews,
    handle,
  } = props
  const t = useT()
  const tile = useRef<HTMLDivElement>(null)
  const [isTarget, setIsTarget] = useState(false)
  const { method, volume } = usePlayback()
  const { widthPx, isInSight } = useTileSize(tile)
  const { did, channel } = place.device ?? {}
  const zoom = useZoom(tile, did && `${did}~${channel}`)
  const [quality, setQuality] = useState(() => qualityFor({ widthPx: 0, isSingle, hasSub: true }))
  const wanted = qualityFor(
    { widthPx: widthPx * zoom.scale, isSingle, hasSub: device?.hasSub ?? true },
    quality,
  )
  if (wanted !== quality) setQuality(wanted)
  const { view, figures, playing, glass } = useLiveWindow(place.window, {
    device: isInSight ? place.device : undefined,
    quality: widthPx > 0 ? wanted : undefined,
    method,
    volume: isHeard ? volume : 0,
  })
  const name = device?.name ?? did ?? ''
  const state = stateText(t, view)

  const { zoomBy, reset, isZoomed } = zoom
  useImperativeHandle(handle, () => ({ zoomBy, reset, isZoomed, focus: () => tile.current?.focus() }))
  useNews(isChosen && did ? `${name}: ${state}` : undefined, view.state, onNews)

  const drop = (event: DragEvent): void => {
    setIsTarget(false)
    event.preventDefault()
    const dropped = deviceFromText(event.dataTransfer.getData(DRAGGED_DEVICE))
    const [wall, from] = event.dataTransfer.getData(DRAGGED_PLACE).split(' ').map(Number)
    if (wall === wallNumber && from !== undefined) act({ do: 'swap', from, to: at })
    else if (dropped) act({ do: 'play', device: dropped, at })
  }
  const aimAt = (event: DragEvent): void => {
    if (!event.dataTransfer.types.some((type) => type === DRAGGED_DEVICE || type === DRAGGED_PLACE)) return
    event.preventDefault()
    setIsTarget(true)
  }
  const drag = ({ dataTransfer }: DragEvent): void => {
    dataTransfer.setData(DRAGGED_PLACE, `${wallNumber} ${at}`)
    if (place.device) dataTransfer.setData(DRAGGED_DEVICE, deviceToText(place.device))
  }
  const onDoubleClick = (): void => {
    if (isZoomed) reset()
    else if (did) act({ do: 'enlarge', at })
  }

  return (
    <div
      ref={tile}
      className="tile"
      role="group"
      aria-label={
        did ? t('live.window', { number: at + 1, name, state }) : t('live.emptyWindow', { number: at + 1 })
      }
      tabIndex={isChosen ? 0 : -1}
      style={{ gridArea: areaOf(cell) }}
      data-window={place.window}
      data-place={at}
      data-did={did}
      data-channel={channel}
      data-state={view.state}
      data-reason={view.reason}
      data-chosen={isChosen}
      data-target={isTarget}
      data-large={cell.span > 1}
      data-zoom={isZoomed ? zoom.scale.toFixed(2) : undefined}
      data-heard={isHeard}
      data-method={playing?.method}
      data-quality={playing?.quality}
      data-codec={playing?.format.codec}
      data-fps={figures?.fps}
      data-kbps={figures?.kbps}
      data-age-ms={figures?.ageMs === undefined ? undefined : Math.round(figures.ageMs)}
      draggable={did !== undefined && !isZoomed}
      onDragStart={drag}
      onDragOver={aimAt}
      onDragLeave={() => setIsTarget(false)}
      onDrop={drop}
      onClick={() => act({ do: 'choose', at })}
      onFocus={() => act({ do: 'choose', at })}
      onDoubleClick={onDoubleClick}
      onPointerDown={zoom.onPointerDown}
      onPointerMove={zoom.onPointerMove}
    >
      <div ref={glass} className="tile-glass" data-shown={view.hasPicture} style={zoom.style} />
      {view.state !== 'live' && <TileVeil view={view} hasTree={hasTree} />}
      {did && (
        <TileCaption
          did={did}
          name={name}
          presence={device?.presence}
          isUpgrading={device?.isUpgrading === true}
          figures={view.state === 'live' ? figures : undefined}
          playing={playing}
          zoom={zoom.scale}
          isHeard={isHeard}
          isChosen={isChosen}
          onSound={onSound}
          onFullScreen={() => void toggleFullScreen(tile.current)}
          onClose={() => act({ do: 'close', at })}
        />
      )}
    </div>
  )
}

/** Tells what is said of a window when its state changes while it is chosen; that it was chosen is told by its own name. */
function useNews(text: string | undefined, state: string, onNews: (text: string) => void): void {
  const told = useRef(state)
  useEffect(() => {
    const isNews = text !== undefined && told.current !== state && state !== 'switching'
    told.current = state
    if (isNews) onNews(text)
  }, [text, state, onNews])
}

export async function toggleFullScreen(element: Element | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element?.requestFullscreen()
}
