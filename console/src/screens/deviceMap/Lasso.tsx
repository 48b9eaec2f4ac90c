import { type PointerEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import type { MapScene } from '../../map/BaseMap.tsx'
import { isInside } from '../../map/inside.ts'
import type { XY } from '../../map/mercator.ts'
import type { DevicePin } from './use-map-devices.ts'

interface Props {
  pins: readonly DevicePin[]
  scene: MapScene
  onChoose: (chosen: readonly DevicePin[]) => void
  onClose: () => void
}

/** Points nearer to one another change nothing that can be seen. */
const STEP_PX = 4

/** Lies over the map while devices are chosen: by a line drawn around them, or all that are in sight. */
export function Lasso({ pins, scene: { size, put }, onChoose, onClose }: Props): ReactNode {
  const t = useT()
  const [line, setLine] = useState<readonly XY[]>([])
  const at = (event: PointerEvent<SVGElement>): XY => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const within = (corners: readonly XY[]): DevicePin[] => pins.filter((pin) => isInside(put(pin), corners))
  const all = [
    { x: 0, y: 0 },
    { x: size.width, y: 0 },
    { x: size.width, y: size.height },
    { x: 0, y: size.height },
  ]
  return (
    <div className="map-lasso map-above">
      <svg
        width={size.width}
        height={size.height}
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setLine([at(event)])
        }}
        onPointerMove={(event) => {
          const last = line.at(-1)
          const now = at(event)
          if (last && Math.hypot(now.x - last.x, now.y - last.y) >= STEP_PX) setLine([...line, now])
        }}
        onPointerUp={() => {
          const chosen = within(line)
          setLine([])
          if (chosen.length > 0) onChoose(chosen)
        }}
        onPointerCancel={() => setLine([])}
      >
        <polygon points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      <div className="map-lasso-bar" role="status">
        <span>{t('map.lassoHint')}</span>
        <button type="button" className="button" onClick={() => onChoose(within(all))}>
          {t('map.allInSight')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('ui.cancel')}
        </button>
      </div>
    </div>
  )
}
