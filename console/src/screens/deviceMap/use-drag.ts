/** Drags a marker: it follows the pointer, and stays where it was dropped until that is known. */
import { type PointerEvent, useRef, useState } from 'react'

import type { XY } from '../../map/mercator.ts'

/** A press with an unsteady hand moves no device. */
const BEGINS_PX = 8

export function useDrag(place: XY | (() => XY), onDrop: ((to: XY) => Promise<unknown>) | undefined) {
  const [offset, setOffset] = useState<XY>()
  const from = useRef<XY | undefined>(undefined)
  const dragged = useRef(false)
  const offsetOf = ({ clientX, clientY }: PointerEvent): XY => ({
    x: clientX - (from.current?.x ?? clientX),
    y: clientY - (from.current?.y ?? clientY),
  })
  const drag = onDrop && {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      dragged.current = false
      if (event.button !== 0) return
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent): void {
      if (!from.current) return
      const moved = offsetOf(event)
      if (!dragged.current && Math.hypot(moved.x, moved.y) < BEGINS_PX) return
      dragged.current = true
      setOffset(moved)
    },
    onPointerUp(event: PointerEvent): void {
      const moved = offsetOf(event)
      from.current = undefined
      if (!dragged.current) return
      const at = typeof place === 'function' ? place() : place
      void onDrop({ x: at.x + moved.x, y: at.y + moved.y }).finally(() => setOffset(undefined))
    },
    onPointerCancel(): void {
      from.current = undefined
      setOffset(undefined)
    },
  }
  return {
    offset,
    drag,
    /** Whether the press that has just ended was a drag. */
    wasDragged: (): boolean => {
      const was = dragged.current
      dragged.current = false
      return was
    },
  }
}
