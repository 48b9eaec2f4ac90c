import { type RefObject, useLayoutEffect, useState } from 'react'

interface TileSize {
  /** 0 until the tile has been laid out. */
  widthPx: number
  isInSight: boolean
}

/** How wide a tile is, and whether it is in sight: what is scrolled away need not play. */
export function useTileSize(tile: RefObject<HTMLElement | null>): TileSize {
  const [widthPx, setWidthPx] = useState(0)
  const [isInSight, setIsInSight] = useState(true)
  // What plays in it is asked for before the page is painted.
  useLayoutEffect(() => {
    const element = tile.current
    if (!element) return
    const measure = (): void => setWidthPx(element.clientWidth)
    const sizes = new ResizeObserver(measure)
    const sights = new IntersectionObserver(
      (entries) => setIsInSight(entries.at(-1)?.isIntersecting ?? true),
      {
        rootMargin: '40px',
      },
    )
    measure()
    sizes.observe(element)
    sights.observe(element)
    return () => {
      sizes.disconnect()
      sights.disconnect()
    }
  }, [tile])
  return { widthPx, isInSight }
}
