import { useEffect, useRef, useState } from 'react'

/** A pointer that only passes over a list asks for nothing. */
const POINTER_RESTS_MS = 350
/** Keys go through a list faster than anybody looks at pictures. */
const KEYS_REST_MS = 500

export interface Resting<T> {
  /** What the pointer or the keys have come to rest on. */
  on: T | undefined
  comeTo: (what: T, by: 'pointer' | 'keys') => void
  leave: () => void
}

export function useResting<T>(): Resting<T> {
  const [on, setOn] = useState<T>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = (): void => {
    clearTimeout(timer.current)
    setOn(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    on,
    comeTo: (what, by) => {
      if (what === on) return
      leave()
      timer.current = setTimeout(() => setOn(what), by === 'keys' ? KEYS_REST_MS : POINTER_RESTS_MS)
    },
    leave,
  }
}
