import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import { Skeleton } from '../../ui/Skeleton.tsx'

/** The end of a list that goes on: what follows is fetched when it comes into sight. */
export function MoreBelow({ isFetching, onMore }: { isFetching: boolean; onMore: () => void }): ReactNode {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    const element = end.current
    if (!element || isFetching) return undefined
    const observer = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && more())
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFetching])
  return (
    <div ref={end}>
      <Skeleton shape="rows" count={2} />
    </div>
  )
}
