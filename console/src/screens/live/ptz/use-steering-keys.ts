import type { PtzType } from '@vedette/contract/calls/device-message'
import { useEffect, useRef } from 'react'

import type { PtzDrive } from './drive.ts'

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const ZOOM: Readonly<Record<string, PtzType>> = { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', _: 'zoomOut' }
const FOCUS: Readonly<Record<string, PtzType>> = { '[': 'focusNear', ']': 'focusFar' }

interface Steering {
  isSteering: boolean
  drive: PtzDrive
  speed: number
  onEnd: () => void
}

/** While it is on, the arrow keys turn the camera rather than choose windows; two at once turn it across. */
export function useSteeringKeys({ isSteering, drive, speed, onEnd }: Steering): void {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!isSteering) return
    const held = new Set<string>()
    const turn = (): void => {
      const type = directionOf(held)
      if (type) drive.start(type, speed)
      else drive.stop('up')
    }
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, type, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isForField(target)) return
      const isDown = type === 'keydown'
      if (key === 'Escape' && isDown) end.current()
      else if (ARROWS.includes(key)) {
        if (isDown) held.add(key)
        else held.delete(key)
        turn()
      } else {
        const one = ZOOM[key] ?? FOCUS[key]
        if (!one) return
        if (isDown) drive.start(one, speed)
        else drive.stop(one)
      }
      // The wall's own keys are the camera's now.
      event.preventDefault()
    }
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('keyup', onKey, { capture: true })
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('keyup', onKey, { capture: true })
      drive.stopAll()
    }
  }, [isSteering, drive, speed])
}

function isForField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [role="tree"]') !== null
  )
}

function directionOf(held: ReadonlySet<string>): PtzType | undefined {
  const [left, right, up, down] = ARROWS.map((key) => held.has(key))
  if (left !== right) {
    const side = left ? 'left' : 'right'
    if (up !== down) return up ? `${side}Up` : `${side}Down`
    return side
  }
  return up === down ? undefined : up ? 'up' : 'down'
}
