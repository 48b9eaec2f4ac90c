import type { PtzType } from '@vedette/contract/calls/device-message'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'

/** What is pressed by a program rather than held moves for so long. */
const NUDGE_MS = 300

interface HoldButtonProps {
  type: PtzType
  label: string
  isDisabled: boolean
  onStart: (type: PtzType) => void
  onStop: (type: PtzType) => void
  children: ReactNode
}

/** Moves as long as it is held, by pointer or by key. */
export function HoldButton({
  type,
  label,
  isDisabled,
  onStart,
  onStop,
  children,
}: HoldButtonProps): ReactNode {
  const nudge = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(nudge.current), [])
  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onStart(type)
  }
  return (
    <button
      type="button"
      className="ptz-hold"
      data-ptz={type}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onPointerDown={onPointerDown}
      onPointerUp={() => onStop(type)}
      onLostPointerCapture={() => onStop(type)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return
        event.preventDefault()
        if (!event.repeat) onStart(type)
      }}
      onKeyUp={(event) => isHoldKey(event) && onStop(type)}
      onBlur={() => onStop(type)}
      onClick={({ detail }) => {
        // Neither a pointer nor a key: an assistive program pressed it.
        if (detail !== 0) return
        onStart(type)
        clearTimeout(nudge.current)
        nudge.current = setTimeout(() => onStop(type), NUDGE_MS)
      }}
    >
      {children}
    </button>
  )
}
