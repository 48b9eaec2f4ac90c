import { type ReactNode, useEffect, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import type { MapScene } from '../../map/BaseMap.tsx'
import { clamp } from '../../map/mercator.ts'
import { IconLeft } from '../../ui/control-icons.tsx'
import { DeviceIcon } from '../../ui/DeviceIcon.tsx'
import { nameOf, stateText } from './device-texts.ts'
import { DeviceCard } from './DeviceCard.tsx'
import type { DeviceCluster } from './Markers.tsx'
import type { DevicePin } from './use-map-devices.ts'
import type { DraftedView } from './ViewCones.tsx'

interface Props {
  cluster: DeviceCluster
  scene: MapScene
  /** The one of several that is shown; undefined: their list. */
  did: string | undefined
  /** A kept card has the focus, and is closed by Escape or its button. */
  isKept: boolean
  /** Keeps it open with this device, or the list. */
  onKeep: (did: string | undefined) => void
  onClose: () => void
  /** Shows another device of this point, once nothing is lost by it. */
  onLeave: (run: () => void) => void
  /** Whether the pointer is over it. */
  onHover: (isOver: boolean) => void
  onMove: (device: DevicePin) => void
  /** A field of view that is being changed. */
  onDraft: (drafted: DraftedView | undefined) => void
  onChanged: () => Promise<unknown>
}

const WIDTH_PX = 300
const GAP_PX = 24
const MARGIN_PX = 12

/** Beside its marker: one device, or the list of those at its point. */
export function MarkerCard(props: Props): ReactNode {
  const { cluster, scene, did, isKept, onKeep, onClose, onLeave, onHover, onMove, onDraft, onChanged } = props
  const t = useT()
  const card = useRef<HTMLDivElement>(null)
  const { members } = cluster
  const shown = members.length === 1 ? members[0] : members.find(({ id }) => id === did)
  useEffect(() => {
    if (isKept) card.current?.focus()
  }, [isKept, did])

  return (
    <div
      ref={card}
      className="map-card map-above"
      role="dialog"
      aria-label={shown ? nameOf(shown.device) : t('map.hereTitle')}
      tabIndex={-1}
      style={besideMarker(cluster, scene)}
      onMouseEnter={() => onHover(true)}
      onMouseLeave={() => onHover(false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape') return
        // The same key would close the question that comes up.
        event.preventDefault()
        onClose()
      }}
    >
      {isKept && (
        <button
          type="button"
          className="icon-button map-card-close"
          aria-label={t('app.close')}
          onClick={onClose}
        >
          ×
        </button>
      )}
      {shown && members.length > 1 && (
        <button
          type="button"
          className="button button-plain"
          onClick={() => onLeave(() => onKeep(undefined))}
        >
          <IconLeft /> {t('map.back')}
        </button>
      )}
      {shown ? (
        <DeviceCard
          key={shown.id}
          device={shown.device}
          move={{ label: t('map.updateLocation'), run: () => onMove(shown) }}
          onKeep={() => onKeep(shown.id)}
          onDraft={onDraft}
          onChanged={onChanged}
        />
      ) : (
        <>
          <h2>{t('map.here', { n: members.length })}</h2>
          <ul className="map-card-list">
            {members.map(({ id, device }) => (
              <li key={id}>
                <button type="button" onClick={() => onKeep(id)}>
                  <DeviceIcon devType={device.DevType} presence={device.Presence} />
                  <span>{nameOf(device)}</span>
                  <small>{stateText(t, device)}</small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** On the side with more room, and wholly in sight; a phone's style sheet puts it at the bottom. */
function besideMarker(cluster: DeviceCluster, { put, size }: MapScene): Record<string, number> {
  const { x, y } = put(cluster)
  const isRight = x < size.width / 2
  const left = clamp(
    isRight ? x + GAP_PX : x - GAP_PX - WIDTH_PX,
    MARGIN_PX,
    size.width - WIDTH_PX - MARGIN_PX,
  )
  const isBelow = y < size.height / 2
  const fromEdge = clamp(isBelow ? y - GAP_PX : size.height - y - GAP_PX, MARGIN_PX, size.height / 2)
  return { left, width: WIDTH_PX, ...(isBelow ? { top: fromEdge } : { bottom: fromEdge }) }
}
