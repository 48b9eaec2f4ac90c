import { useState, useSyncExternalStore } from 'react'

/** Whether a panel beside the page is open: where it would cover the page, only when one asks for it there. */
export function useSide(narrow: string, isWanted = true): [boolean, (isOpen: boolean) => void] {
  const isNarrow = useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(narrow).matches,
  )
  const [isBeside, setIsBeside] = useState(isWanted)
  const [isOver, setIsOver] = useState(false)
  if (!isNarrow && isOver) setIsOver(false)
  return isNarrow ? [isOver, setIsOver] : [isBeside, setIsBeside]
}
