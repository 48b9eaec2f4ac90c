import '../../ui/window/caption.css'
import '../../ui/window/window.css'
import './replay-tile.css'

import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'
import type { WindowState } from '../../player/replay-window.ts'
import { type DeviceChannel, deviceFromText } from '../../ui/device-tree/device-text.ts'
import { CaptionButton } from '../../ui/window/CaptionButton.tsx'
import { flash } from '../../ui/window/flash.ts'
import { toggleFullScreen } from '../../ui/window/full-screen.ts'
import { areaOf, type Cell } from '../../ui/window/layouts.ts'
import { useWindowDrag } from '../../ui/window/use-window-drag.ts'
import { IconClose } from '../../ui/control-icons.tsx'
import { FullScreenIcon, MutedIcon, SoundIcon } from '../../ui/window/icons.tsx'
import { useZoom } from '../../ui/zoom/use-zoom.ts'
import { endBefore, isCovered, nextStart } from '../../ui/coverage/spans.ts'
import type { TileZoom } from './window-commands.ts'

type TileState = WindowState | 'gateway'

interface Props {
  deck: ReplayDeck
  /** The place among the windows, from 0. */
  at: number
  /** Where on the wall it is; undefined where there is no wall. */
  cell?: Cell
  deviceKey: string | undefined
  name: string
  isGateway: boolean
  /** Spans of what is recorded of it, as far as is known. */
  recorded: readonly number[] | undefined
  /** Where play goes on when nothing more of it is known there. */
  besideMs?: number | undefined
  isChosen: boolean
  isHeard: boolean
  /** Spans of what the device itself has kept. */
  onDevice: readonly number[] | undefined
  /** What is being fetched from the device. */
  fetching: { fromMs: number; toMs: number } | undefined
  onFetch: () => void
  onStopFetch: () => void
  onChoose: () => void
  onClose: () => void
  /** What can be done on a wall alone. */
  onWall?: WallActs
  handle?: Ref<TileHandle>
}

interface WallActs {
  onPlay: (device: DeviceChannel) => void
  /** A region or a recorder was dropped. */
  onPlayAll: (devices: readonly DeviceChannel[]) => void
  /** Another window was dropped on this one. */
  onSwap: (from: number) => void
  /** Alone, or back among the others. */
  onEnlarge: () => void
  onSound: () => void
}

export interface TileHandle extends TileZoom {
  /** As a shutter does. */
  flash: () => void
}

const nothing = (): void => {}
const ALONE: WallActs = {
  onPlay: nothing,
  onPlayAll: nothing,
  onSwap: nothing,
  onEnlarge: nothing,
  onSound: nothing,
}

export function ReplayTile(props: Props): ReactNode {
  const {
    deck,
    at,
    deviceKey,
    name,
    isGateway,
    recorded,
    besideMs,
    isChosen,
    isHeard,
    onDevice,
    fetching,
    onFetch,
    onStopFetch,
    onChoose,
    onClose,
    cell,
    onWall = ALONE,
    handle,
  } = props
  const t = useT()
  const time = useCompanyTime()
  const glass = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const zoom = useZoom(box, deviceKey)
  const { zoomBy, reset, isZoomed } = zoom
  const tile = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({ zoomBy, reset, isZoomed, flash: () => flash(tile.current) }), [
    zoomBy,
    reset,
    isZoomed,
  ])
  useEffect(() => {
    const video = deviceKey && deck.window(deviceKey)?.element
    if (video) glass.current?.append(video)
  }, [deck, deviceKey])

  const followed = useSyncExternalStore(deck.subscribe, () => deck.view.states[deviceKey ?? ''])
  const state: TileState = isGateway ? 'gateway' : (followed ?? 'waiting')
  const isBackwards = useSyncExternalStore(deck.subscribe, () => deck.view.speed < 0)
  const spanEdge = isBackwards ? endBefore : nextStart
  const nextMs = state === 'empty' ? (spanEdge(recorded ?? [], deck.atMs) ?? besideMs) : undefined
  const next = nextMs === undefined ? undefined : time.since(nextMs, deck.atMs)
  const isOnDevice = isCovered(onDevice ?? [], deck.atMs)
  const fetchedTo = fetching && time.since(fetching.toMs, deck.atMs)
  // The deck stands a little before what comes next.
  const isComing = fetching && fetching.fromMs <= deck.atMs + 100 && fetching.toMs > deck.atMs
  const { what, why } = textsOf(t, state, {
    next,
    isBackwards,
    isOnDevice,
    fetchedTo: isComing ? fetchedTo : undefined,
  })
  const mayFetch = state === 'empty' && isOnDevice && !fetching
  const number = at + 1
  const { isTarget, handlers } = useWindowDrag({
    wall: 'replay',
    at,
    device: deviceFromText(deviceKey ?? ''),
    ...onWall,
  })
  const onDoubleClick = (): void => {
    if (isZoomed) reset()
    else if (deviceKey) onWall.onEnlarge()
  }
  return (
    <div
      ref={tile}
      className="tile replay-tile"
      role="group"
      tabIndex={isChosen ? 0 : -1}
      aria-label={
        deviceKey ? t('replay.window', { number, name, state: what }) : t('replay.emptyWindow', { number })
      }
      style={cell && { gridArea: areaOf(cell), order: at }}
      data-window={at}
      data-device={deviceKey}
      data-state={deviceKey ? state : undefined}
      data-chosen={isChosen}
      data-heard={isHeard}
      data-target={isTarget}
      data-zoom={isZoomed ? zoom.scale.toFixed(2) : undefined}
      draggable={cell && deviceKey !== undefined && !isZoomed}
      {...(cell && handlers)}
      onClick={onChoose}
      onFocus={onChoose}
      onDoubleClick={onDoubleClick}
      onPointerDown={zoom.onPointerDown}
      onPointerMove={zoom.onPointerMove}
    >
      <div ref={box} className="tile-picture">
        <div key={deviceKey} ref={glass} className="tile-glass" style={zoom.style} />
        {deviceKey && state !== 'ready' && (
          <div className="tile-veil">
            <p>{what}</p>
            {why && <small>{why}</small>}
            {mayFetch && (
              <button type="button" className="button button-primary" onClick={onFetch}>
                {t('replay.fetch')}
              </button>
            )}
          </div>
        )}
        {!deviceKey && (
          <div className="tile-veil">
            <p>{t('replay.choose')}</p>
            <small>{t('replay.chooseHint')}</small>
          </div>
        )}
      </div>
      {deviceKey && (
        <div className="tile-caption">
          <b>{name}</b>
          {isZoomed && <span className="tile-zoom">{zoom.scale.toFixed(1)}×</span>}
          {fetchedTo && (
            <button type="button" className="button button-plain replay-fetching" onClick={onStopFetch}>
              {t('replay.stopFetch', { time: fetchedTo })}
            </button>
          )}
          <span className="tile-actions" data-heard={cell && isHeard}>
            {cell && (
              <CaptionButton
                tool="sound"
                label={t(isHeard ? 'live.mute' : 'live.listen', { name })}
                isPressed={isHeard}
                isStop={isChosen}
                run={onWall.onSound}
              >
                {isHeard ? <SoundIcon /> : <MutedIcon />}
              </CaptionButton>
            )}
            <CaptionButton
              tool="tile-full-screen"
              label={t('live.windowFullScreen')}
              isStop={isChosen}
              run={() => void toggleFullScreen(tile.current)}
            >
              <FullScreenIcon />
            </CaptionButton>
            {cell && (
              <CaptionButton tool="close" label={t('replay.close', { name })} isStop={isChosen} run={onClose}>
                <IconClose />
              </CaptionButton>
            )}
          </span>
        </div>
      )}
    </div>
  )
}

function textsOf(
  t: Translate,
  state: TileState,
  {
    next,
    isBackwards,
    isOnDevice,
    fetchedTo,
  }: {
    next: string | undefined
    isBackwards: boolean
    isOnDevice: boolean
    fetchedTo: string | undefined
  },
): { what: string; why?: string } {
  if (state === 'ready') return { what: t('replay.shown') }
  if (state === 'waiting') return { what: t('replay.waiting') }
  if (state === 'denied') return { what: t('replay.denied'), why: t('replay.deniedWhy') }
  if (state === 'failed') return { what: t('replay.failed'), why: t('replay.failedWhy') }
  if (state === 'damaged') return { what: t('replay.damaged'), why: t('replay.damagedWhy') }
  if (state === 'unplayable') return { what: t('replay.unplayable') }
  if (state === 'gateway') return { what: t('replay.gateway') }
  if (fetchedTo) return { what: t('replay.waiting'), why: t('replay.fetching', { time: fetchedTo }) }
  if (isOnDevice) return { what: t('replay.empty'), why: t('replay.emptyOnDevice') }
  const why = isBackwards ? 'replay.emptyBefore' : 'replay.emptyNext'
  return { what: t('replay.empty'), ...(next && { why: t(why, { time: next }) }) }
}
