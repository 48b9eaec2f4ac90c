import { useEffect, useRef, useState } from 'react'

import { useWallView } from './playback.ts'
import type { WallAction } from './wall.ts'

/** Shows the wall's pages one after the other; anything else that is done with the wall begins the wait anew. */
export function useCycle(chosen: number, act: (action: WallAction) => void) {
  const { cycleS } = useWallView()
  const [isCycling, setCycling] = useState(false)
  const newest = useRef(act)
  useEffect(() => {
    newest.current = act
  })
  useEffect(() => {
    if (!isCycling) return
    const timer = setInterval(() => newest.current({ do: 'turn', by: 1 }), cycleS * 1000)
    return () => clearInterval(timer)
  }, [isCycling, cycleS, chosen])
  return { isCycling, onCycle: () => setCycling(!isCycling) }
}
