import '../../ui/window/window.css'
import './tile.css'

import { PRESENCE } from '@vedette/contract/devices'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'

import { useIsAlarmed } from '../../app/alarms/AlarmPopup.tsx'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { inPicture } from '../../player/picture-in-picture.ts'
import type { PictureFacts } from '../../player/live-window.ts'
import { type Snapshot, takeSnapshot } from '../../player/snapshot.ts'
import { areaOf, type Cell } from '../../ui/window/layouts.ts'
import { usePlayback, useWallView } from './playback.ts'
import { stateText } from './state-text.ts'
import { qualityFor } from './tile-quality.ts'
import { TileCaption } from './TileCaption.tsx'
import type { ShownDevice } from '../../ui/device-tree/site-model.ts'
import { TileVeil } from './TileVeil.tsx'
import { useLiveWindow } from './use-live-window.ts'
import { useSwipe } from './use-swipe.ts'
import { useTileSize } from './use-tile-size.ts'
import { useZoom, type ZoomControls } from '../../ui/zoom/use-zoom.ts'
import { flash } from '../../ui/window/flash.ts'
import { useWindowDrag } from '../../ui/window/use-window-drag.ts'
import type { Place, WallAction } from './wall.ts'

export type TakenPicture = Snapshot & PictureFacts

export interface TileHandle extends Pick<ZoomControls, 'zoomBy' | 'reset' | 'isZoomed'> {
  focus: () => void
  /** Undefined while there is no picture of its device. */
  snapshot: () => Promise<TakenPicture | undefined>
  /** Into a small window above all others, or back out of it; returns whether there was a picture. */
  pictureInPicture: () => Promise<boolean>
}

interface TileProps {
  wallNumber: number
  place: Place
  /** Where on the wall it is. */
  at: number
  cell: Cell
  /** It shows the camera of the newest alarm. */
  isForAlarms: boolean
  /** The devices are in sight beside it. */
  hasTree: boolean
  isSingle: boolean
  isChosen: boolean
  /** Tab comes to it: also to the chosen place under patrol, which is not drawn as chosen. */
  isStop: boolean
  isHeard: boolean
  /** A patrol runs in it: it cannot be used otherwise. */
  isLocked: boolean
  /** Plays unseen until its turn comes. */
  isWarming: boolean
  device: ShownDevice | undefined
  /** What lies over the picture while its camera is steered. */
  steered: ReactNode
  /** What its device is spoken to with. */
  talk: ReactNode
  act: (action: WallAction) => unknown
  /** Undefined where nobody may look back. */
  onReplay: (() => void) | undefined
  onSound: () => void
  onFullScreen: (tile: Element | null) => void
  /** A region or a recorder was dropped. */
  onPlayAll: (devices: readonly DeviceChannel[], name: string) => void
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
    isForAlarms,
    hasTree,
    isSingle,
    isChosen,
    isStop,
    isHeard,
    isLocked,
    isWarming,
    device,
    steered,
    talk,
    act,
    onReplay,
    onSound,
    onFullScreen,
    onPlayAll,
    onNews,
    handle,
  } = props
  const t = useT()
  const tile = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const { method, volume } = usePlayback()
  const { widthPx, isInSight } = useTileSize(tile)
  const { did, channel } = place.device ?? {}
  const isAlarmed = useIsAlarmed(did, channel)
  const zoom = useZoom(picture, did && `${did}~${channel}`)
  useSwipe(picture, isSingle && !zoom.isZoomed && !isLocked ? (by) => act({ do: 'turn', by }) : undefined)
  const { streams } = useWallView()
  const [quality, setQuality] = useState(() => qualityFor({ widthPx: 0, isSingle, hasSub: true }))
  const wanted = qualityFor(
    {
      widthPx: widthPx * zoom.scale,
      isSingle,
      hasSub: device?.hasSub ?? true,
      chosen: place.device && streams[deviceToText(place.device)],
    },
    quality,
  )
  if (wanted !== quality) setQuality(wanted)
  const { view, figures, playing, glass, pictureNow } = useLiveWindow(place.window, {
    device: isInSight ? place.device : undefined,
    quality: widthPx > 0 ? wanted : undefined,
    method,
    volume: isHeard ? volume : 0,
  })
  const name = device?.name ?? did ?? ''
  const state = stateText(t, view)

  const { zoomBy, reset, isZoomed } = zoom
  useImperativeHandle(handle, () => ({
    zoomBy,
    reset,
    isZoomed,
    focus: () => tile.current?.focus(),
    pictureInPicture: () => (glass.current ? inPicture(glass.current) : Promise.resolve(false)),
    async snapshot() {
      const facts = pictureNow()
      const taken = facts && glass.current ? await takeSnapshot(glass.current) : undefined
      if (taken) flash(tile.current)
      return taken && facts && { ...taken, ...facts }
    },
  }))
  useNews(isChosen && did ? `${name}: ${state}` : undefined, view.state, onNews)

  const { isTarget, handlers } = useWindowDrag({
    wall: `live-${wallNumber}`,
    at,
    device: place.device,
    onSwap: (from) => act({ do: 'swap', from, to: at }),
    onPlay: (dropped) => act({ do: 'play', device: dropped, at }),
    onPlayAll,
  })
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
        did
          ? t('live.window', { number: at + 1, name, state })
          : t(isForAlarms ? 'live.alarmWindow' : 'live.emptyWindow', { number: at + 1 })
      }
      tabIndex={isStop ? 0 : -1}
      style={{ gridArea: areaOf(cell), order: at }}
      data-window={place.window}
      data-place={isWarming ? undefined : at}
      data-patrol={isLocked}
      data-warming={isWarming}
      inert={isWarming}
      data-did={did}
      data-channel={channel}
      data-state={view.state}
      data-reason={view.reason}
      data-chosen={isChosen}
      data-target={isTarget}
      data-alarm={isAlarmed}
      data-for-alarms={isForAlarms}
      data-lost={device?.presence === PRESENCE.offline && !device.isUpgrading}
      data-large={cell.span > 1}
      data-zoom={isZoomed ? zoom.scale.toFixed(2) : undefined}
      data-heard={isHeard}
      data-method={playing?.method}
      data-quality={playing?.quality}
      data-codec={playing?.format.codec}
      data-converted={playing?.isConverted}
      data-fps={figures?.fps}
      data-kbps={figures?.kbps}
      data-age-ms={figures?.ageMs === undefined ? undefined : Math.round(figures.ageMs)}
      draggable={did !== undefined && !isZoomed && !steered && !isLocked}
      {...handlers}
      onClick={() => act({ do: 'choose', at })}
      onFocus={() => act({ do: 'choose', at })}
      onDoubleClick={onDoubleClick}
      onPointerDown={zoom.onPointerDown}
      onPointerMove={zoom.onPointerMove}
    >
      <div ref={picture} className="tile-picture">
        <div ref={glass} className="tile-glass" data-shown={view.hasPicture} style={zoom.style} />
        {view.state !== 'live' && <TileVeil view={view} hasTree={hasTree} isForAlarms={isForAlarms} />}
        {view.state === 'live' && view.lost !== undefined && (
          <small className="tile-poor">{t('live.poorConnection', { lost: view.lost })}</small>
        )}
        {steered}
        {talk}
      </div>
      {did && (
        <TileCaption
          shownId={device?.shownId ?? did}
          name={name}
          presence={device?.presence}
          isUpgrading={device?.isUpgrading === true}
          figures={view.state === 'live' ? figures : undefined}
          playing={playing}
          zoom={zoom.scale}
          isHeard={isHeard}
          isLocked={isLocked}
          isForAlarms={isForAlarms}
          isStop={isStop}
          onReplay={onReplay}
          onSound={onSound}
          onFullScreen={() => onFullScreen(tile.current)}
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
