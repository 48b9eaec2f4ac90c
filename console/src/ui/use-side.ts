import { useState } from 'react'

import { useMedia } from './use-media.ts'

/** Whether a panel beside the page is open: where it would cover the page, only when one asks for it there. */
export function useSide(narrow: string, isWanted = true): [boolean, (isOpen: boolean) => void] {
  const isNarrow = useMedia(narrow)
  const [isBeside, setIsBeside] = useState(isWanted)
  const [isOver, setIsOver] = useState(false)
  if (!isNarrow && isOver) setIsOver(false)
  return isNarrow ? [isOver, setIsOver] : [isBeside, setIsBeside]
}
