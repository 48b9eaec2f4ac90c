import './replay-tile.css'

import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'
import type { WindowState } from '../../player/replay-window.ts'
import { type DeviceChannel, deviceFromText, DRAGGED_DEVICE } from '../../ui/device-tree/device-text.ts'
import { useZoom } from '../../ui/zoom/use-zoom.ts'
import { IconClose } from '../../ui/control-icons.tsx'
import { endBefore, isCovered, nextStart } from '../../ui/coverage/spans.ts'
import type { TileZoom } from './window-commands.ts'

type TileState = WindowState | 'gateway'

interface Props {
  deck: ReplayDeck
  /** The place among the windows, from 0. */
  at: number
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
  onDrop: (device: DeviceChannel) => void
  zoomed?: Ref<TileZoom>
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
    onDrop,
    zoomed,
  } = props
  const t = useT()
  const time = useCompanyTime()
  const glass = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const zoom = useZoom(box, deviceKey)
  const { zoomBy, reset, isZoomed } = zoom
  useImperativeHandle(zoomed, () => ({ zoomBy, reset, isZoomed }), [zoomBy, reset, isZoomed])
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
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const dropped = deviceFromText(event.dataTransfer.getData(DRAGGED_DEVICE))
    if (dropped) onDrop(dropped)
  }
  return (
    <div
      className="replay-tile"
      role="group"
      tabIndex={isChosen ? 0 : -1}
      aria-label={
        deviceKey ? t('replay.window', { number, name, state: what }) : t('replay.emptyWindow', { number })
      }
      data-window={at}
      data-device={deviceKey}
      data-state={deviceKey ? state : undefined}
      data-chosen={isChosen}
      data-heard={isHeard}
      onClick={onChoose}
      onFocus={onChoose}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_DEVICE) && event.preventDefault()}
      onDrop={drop}
    >
      <header className="replay-caption">
        <span>{deviceKey ? name : ''}</span>
        {fetchedTo && (
          <button type="button" className="button button-plain replay-fetching" onClick={onStopFetch}>
            {t('replay.stopFetch', { time: fetchedTo })}
          </button>
        )}
        {deviceKey && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('replay.close', { name })}
            onClick={onClose}
          >
            <IconClose />
          </button>
        )}
      </header>
      <div
        ref={box}
        className="replay-glass"
        data-zoom={zoom.isZoomed ? zoom.scale.toFixed(2) : undefined}
        onPointerDown={zoom.onPointerDown}
        onPointerMove={zoom.onPointerMove}
        onDoubleClick={zoom.reset}
      >
        <div key={deviceKey} ref={glass} className="replay-video" style={zoom.style} />
        {deviceKey && state !== 'ready' && (
          <div className="replay-veil">
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
          <div className="replay-veil">
            <p>{t('replay.choose')}</p>
            <small>{t('replay.chooseHint')}</small>
          </div>
        )}
      </div>
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
