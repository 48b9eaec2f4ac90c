import type { ZonePoint } from '@vedette/contract/alarm-settings'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

import { useT } from '../../i18n/language.ts'

const STEP = 0.02
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

export interface Zones {
  list: readonly (readonly ZonePoint[])[]
  /** `to` is asked with where the corner is then, which a key that follows quickly finds elsewhere than it was drawn. */
  onMove: (zone: number, corner: number, to: (from: ZonePoint) => ZonePoint) => void
}

/** The zones over the picture; a corner is dragged, or moved by the arrow keys when it has the focus. */
export function ZoneLayer({ zones: { list, onMove } }: { zones: Zones }): ReactNode {
  const t = useT()
  const layer = useRef<HTMLDivElement>(null)
  const drag = (event: PointerEvent<HTMLButtonElement>, zone: number, corner: number): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = layer.current?.getBoundingClientRect()
    if (!box) return
    const at = { X: (event.clientX - box.left) / box.width, Y: (event.clientY - box.top) / box.height }
    onMove(zone, corner, () => inside(at))
  }
  const step = (event: KeyboardEvent, zone: number, corner: number): void => {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    onMove(zone, corner, ({ X, Y }) => inside({ X: X + by[0], Y: Y + by[1] }))
  }
  return (
    <div ref={layer} className="conf-zones">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {list.map((points, zone) => (
          <polygon key={zone} points={points.map(({ X, Y }) => `${X},${Y}`).join(' ')} />
        ))}
      </svg>
      {list.flatMap((points, zone) =>
        points.map((point, corner) => (
          <button
            key={`${zone} ${corner}`}
            type="button"
            className="conf-corner"
            style={{ left: `${point.X * 100}%`, top: `${point.Y * 100}%` }}
            aria-label={t('deviceConf.corner', { number: corner + 1, zone: zone + 1 })}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => drag(event, zone, corner)}
            onKeyDown={(event) => step(event, zone, corner)}
          />
        )),
      )}
    </div>
  )
}

function inside({ X, Y }: ZonePoint): ZonePoint {
  const part = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  return { X: part(X), Y: part(Y) }
}
