import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import type { Steering } from './PtzPanel.tsx'
import { stickAt } from './stick.ts'

interface Stick {
  fromX: number
  fromY: number
  x: number
  y: number
}

/** Lies over the picture while its camera is steered: dragged, it is a joystick. */
export function PtzGlass({ steering: { drive } }: { steering: Steering }): ReactNode {
  const t = useT()
  const [stick, setStick] = useState<Stick>()
  useEffect(() => () => drive.stop('up'), [drive])
  const letGo = (): void => {
    setStick(undefined)
    drive.stop('up')
  }
  const grab = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.x, event.clientY - box.y]
    setStick({ fromX: x, fromY: y, x, y })
  }
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!stick) return
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.x, event.clientY - box.y]
    setStick({ ...stick, x, y })
    const reach = Math.min(box.width, box.height) / 3
    const wanted = stickAt({ x: x - stick.fromX, y: y - stick.fromY }, reach)
    if (wanted) drive.start(wanted.type, wanted.step)
    else drive.stop('up')
  }
  return (
    <div
      className="ptz-glass"
      role="img"
      aria-label={t('ptz.steerHint')}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
    >
      {stick && (
        <svg aria-hidden="true">
          <line x1={stick.fromX} y1={stick.fromY} x2={stick.x} y2={stick.y} />
          <circle cx={stick.fromX} cy={stick.fromY} r={6} />
          <circle cx={stick.x} cy={stick.y} r={14} />
        </svg>
      )}
    </div>
  )
}
