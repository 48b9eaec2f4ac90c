import type { Presence } from '@vedette/contract/devices'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { DRAGGED_DID, PresenceDot } from '../../ui/device-tree/TreeRow.tsx'
import { ageText, rateText } from './figure-text.ts'
import { CloseIcon, FullScreenIcon, StateIcon } from './icons.tsx'
import type { WallLayout } from './layouts.ts'
import { hasSince, reasonText, stateText } from './state-text.ts'
import { useLiveWindow } from './use-live-window.ts'
import type { Place, WallAction } from './wall.ts'

/** The name under which a dragged window's place travels. */
const DRAGGED_PLACE = 'text/x-vedette-place'

interface TileProps {
  place: Place
  /** Where on the wall it is. */
  at: number
  cell: WallLayout['cells'][number]
  isChosen: boolean
  device: { name: string; presence: Presence; hasSub: boolean } | undefined
  act: (action: WallAction) => void
}

export function Tile({ place, at, cell, isChosen, device, act }: TileProps): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const [isTarget, setIsTarget] = useState(false)
  const did = place.device?.did
  const quality = device?.hasSub === false ? 'main' : cell.quality
  const { view, figures, video, held } = useLiveWindow(place.window, place.device, quality)
  const name = device?.name ?? did ?? ''
  const state = stateText(t, view)
  const reason = reasonText(t, language, view)

  const drop = (event: DragEvent): void => {
    setIsTarget(false)
    event.preventDefault()
    const dropped = event.dataTransfer.getData(DRAGGED_DID)
    const from = event.dataTransfer.getData(DRAGGED_PLACE)
    if (dropped) act({ do: 'play', device: { did: dropped, channel: 0 }, at })
    else if (from) act({ do: 'swap', from: Number(from), to: at })
  }
  const aimAt = (event: DragEvent): void => {
    if (!event.dataTransfer.types.some((type) => type === DRAGGED_DID || type === DRAGGED_PLACE)) return
    event.preventDefault()
    setIsTarget(true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || !did) return
    if (event.key === 'Delete' || event.key === 'Backspace') act({ do: 'close', at })
    else if (event.key === 'Enter') act({ do: 'enlarge', at })
    else return
    event.preventDefault()
  }

  return (
    <div
      className="tile"
      role="group"
      aria-label={
        did ? t('live.window', { number: at + 1, name, state }) : t('live.emptyWindow', { number: at + 1 })
      }
      tabIndex={0}
      style={{ gridArea: cell.area }}
      data-window={place.window}
      data-place={at}
      data-did={did}
      data-state={view.state}
      data-reason={view.reason}
      data-chosen={isChosen}
      data-target={isTarget}
      data-fps={figures?.fps}
      data-kbps={figures?.kbps}
      data-age-ms={figures?.ageMs === undefined ? undefined : Math.round(figures.ageMs)}
      draggable={did !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_PLACE, String(at))}
      onDragOver={aimAt}
      onDragLeave={() => setIsTarget(false)}
      onDrop={drop}
      onClick={() => act({ do: 'choose', at })}
      onFocus={() => act({ do: 'choose', at })}
      onDoubleClick={() => did && act({ do: 'enlarge', at })}
      onKeyDown={onKeyDown}
    >
      <video ref={video} className="tile-picture" data-shown={view.hasPicture} muted playsInline />
      <canvas ref={held} className="tile-picture" hidden />
      {view.state !== 'live' && (
        <div className="tile-veil" data-over-picture={view.hasPicture}>
          <StateIcon state={view.state} />
          <span>{state}</span>
          {reason && <small>{reason}</small>}
          {hasSince(view) && (
            <small>
              {t('live.since', {
                time: new Date(view.sinceMs).toLocaleTimeString(language, { hour12: false }),
              })}
            </small>
          )}
        </div>
      )}
      {did && (
        <div className="tile-caption">
          {device && <PresenceDot presence={device.presence} />}
          <b title={did}>{name}</b>
          {view.state === 'live' && figures && (
            <span className="tile-figures">
              {t('live.figures', {
                rate: rateText(figures.kbps),
                fps: figures.fps,
                age: ageText(figures.ageMs),
              })}
            </span>
          )}
          <span className="tile-actions">
            <button
              type="button"
              aria-label={t('live.fullScreen')}
              title={t('live.fullScreen')}
              onClick={(event) => void toggleFullScreen(event.currentTarget.closest('.tile'))}
              onDoubleClick={(event) => event.stopPropagation()}
            >
              <FullScreenIcon />
            </button>
            <button
              type="button"
              aria-label={t('live.close', { name })}
              title={t('live.close', { name })}
              onClick={(event) => {
                event.stopPropagation()
                act({ do: 'close', at })
              }}
            >
              <CloseIcon />
            </button>
          </span>
        </div>
      )}
    </div>
  )
}

export async function toggleFullScreen(element: Element | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element?.requestFullscreen()
}
