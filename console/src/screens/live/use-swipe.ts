import { type RefObject, useEffect, useRef } from 'react'

/** Shorter is a slip of the finger, slower a look at something else. */
const LEAST_PX = 48
const MOST_MS = 800

/** One finger across the picture: 1 to what comes next, -1 to what was before. Undefined where there is nothing beside it. */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  onSwipe: ((by: 1 | -1) => void) | undefined,
): void {
  const newest = useRef(onSwipe)
  useEffect(() => {
    newest.current = onSwipe
  })
  useEffect(() => {
    const surface = element.current
    if (!surface) return
    let from: { x: number; y: number; at: number } | undefined
    const begin = ({ touches, timeStamp }: TouchEvent): void => {
      const [first, another] = touches
      from = first && !another ? { x: first.clientX, y: first.clientY, at: timeStamp } : undefined
    }
    const end = ({ changedTouches, timeStamp }: TouchEvent): void => {
      const [finger] = changedTouches
      if (!from || !finger || timeStamp - from.at > MOST_MS) return
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y]
      from = undefined
      if (Math.abs(x) >= LEAST_PX && Math.abs(x) > 2 * Math.abs(y)) newest.current?.(x < 0 ? 1 : -1)
    }
    const forget = (): void => {
      from = undefined
    }
    surface.addEventListener('touchstart', begin, { passive: true })
    surface.addEventListener('touchend', end)
    surface.addEventListener('touchcancel', forget)
    return () => {
      surface.removeEventListener('touchstart', begin)
      surface.removeEventListener('touchend', end)
      surface.removeEventListener('touchcancel', forget)
    }
  }, [element])
}
