import { useEffect, useState } from 'react'

/** The value once it has stayed the same for `delayMs`; an empty one at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return value === '' ? '' : settled
}
