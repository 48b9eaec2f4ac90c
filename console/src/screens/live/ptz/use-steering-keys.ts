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
  hasZoom: boolean
  hasFocus: boolean
  onEnd: () => void
}

/** While it is on, the arrow keys turn the camera rather than choose windows; two at once turn it across. */
export function useSteeringKeys({ isSteering, drive, speed, hasZoom, hasFocus, onEnd }: Steering): void {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!isSteering) return
    // By the key's place: with Shift the same key has another name when it is let go.
    const arrows = new Map<string, string>()
    const others = new Map<string, PtzType>()
    const turn = (): void => {
      const type = directionOf(new Set(arrows.values()))
      if (type) drive.start(type, speed)
      else drive.stop('up')
    }
    const letGo = (): void => {
      arrows.clear()
      others.clear()
      drive.stopAll()
    }
    const onDown = (event: KeyboardEvent): void => {
      const { key, code, target, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isForField(target)) return
      const [zoom, focus] = [ZOOM[key], FOCUS[key]]
      const one = zoom ?? focus
      if (key === 'Escape') end.current()
      else if (ARROWS.includes(key)) {
        arrows.set(code, key)
        turn()
      } else if (one) {
        // A camera without them would refuse, with a message for each press.
        if (zoom ? hasZoom : hasFocus) {
          others.set(code, one)
          drive.start(one, speed)
        }
      } else return
      // The wall's own keys are the camera's now.
      event.preventDefault()
    }
    /** A key that was let go stops the camera whatever else is down and wherever the focus has gone meanwhile. */
    const onUp = (event: KeyboardEvent): void => {
      // While Command is down a Mac tells of no other key that is let go.
      if (event.key === 'Meta') letGo()
      const other = others.get(event.code)
      if (arrows.delete(event.code)) turn()
      else if (other && others.delete(event.code)) drive.stop(other)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onDown, { capture: true })
    addEventListener('keyup', onUp, { capture: true })
    // What is let go elsewhere is not heard of here.
    addEventListener('blur', letGo)
    return () => {
      removeEventListener('keydown', onDown, { capture: true })
      removeEventListener('keyup', onUp, { capture: true })
      removeEventListener('blur', letGo)
      drive.stopAll()
    }
  }, [isSteering, drive, speed, hasZoom, hasFocus])
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
