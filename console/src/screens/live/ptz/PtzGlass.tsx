import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { aimBetween, CLICK_PX } from './aim.ts'
import type { Steering } from './PtzPanel.tsx'
import { quietly } from './quietly.ts'
import { stickAt } from './stick.ts'

interface Stick {
  fromX: number
  fromY: number
  x: number
  y: number
  /** With Shift it draws a box instead of turning the camera. */
  isBox: boolean
}

/** Lies over the picture while its camera is steered: dragged, it is a joystick; a click or a box aims the camera there. */
export function PtzGlass({ steering: { drive, aim } }: { steering: Steering }): ReactNode {
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
    const [x, y] = placeOf(event)
    setStick({ fromX: x, fromY: y, x, y, isBox: event.shiftKey && aim !== undefined })
  }
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!stick) return
    const [x, y] = placeOf(event)
    setStick({ ...stick, x, y })
    if (stick.isBox) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const wanted = stickAt({ x: x - stick.fromX, y: y - stick.fromY }, Math.min(width, height) / 3)
    if (wanted) drive.start(wanted.type, wanted.step)
    else drive.stop('up')
  }
  const drop = (event: PointerEvent<HTMLDivElement>): void => {
    letGo()
    const picture = event.currentTarget.closest('.tile')?.querySelector('.picture')
    if (!stick || !aim || !picture) return
    const [x, y] = placeOf(event)
    const isClick = Math.hypot(x - stick.fromX, y - stick.fromY) < CLICK_PX
    if (!stick.isBox && !isClick) return
    const from = { x: stick.fromX, y: stick.fromY }
    const fills = getComputedStyle(picture).objectFit === 'cover'
    const window = event.currentTarget.getBoundingClientRect()
    const wanted = aimBetween(from, { x, y }, window, { ...sizeOf(picture), fills })
    if (wanted) void quietly(aim(wanted))
  }
  return (
    <div
      className="ptz-glass"
      role="img"
      aria-label={t('ptz.steerHint')}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onLostPointerCapture={letGo}
    >
      {stick && <Drawn stick={stick} />}
    </div>
  )
}

function Drawn({ stick: { fromX, fromY, x, y, isBox } }: { stick: Stick }): ReactNode {
  if (isBox)
    return (
      <svg aria-hidden="true">
        <rect
          x={Math.min(fromX, x)}
          y={Math.min(fromY, y)}
          width={Math.abs(x - fromX)}
          height={Math.abs(y - fromY)}
        />
      </svg>
    )
  return (
    <svg aria-hidden="true">
      <line x1={fromX} y1={fromY} x2={x} y2={y} />
      <circle cx={fromX} cy={fromY} r={6} />
      <circle cx={x} cy={y} r={14} />
    </svg>
  )
}

function placeOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>): [x: number, y: number] {
  const { x, y } = currentTarget.getBoundingClientRect()
  return [clientX - x, clientY - y]
}

/** The size of the video or the canvas, in its own pixels. */
function sizeOf(picture: Element): { width: number; height: number } {
  if (picture instanceof HTMLVideoElement) return { width: picture.videoWidth, height: picture.videoHeight }
  const { width, height } = picture instanceof HTMLCanvasElement ? picture : picture.getBoundingClientRect()
  return { width, height }
}
