import { type RefObject, useEffect, useState } from 'react'

interface TileSize {
  /** 0 until the tile has been laid out. */
  widthPx: number
  isInSight: boolean
}

/** How wide a tile is, and whether it is in sight: what is scrolled away need not play. */
export function useTileSize(tile: RefObject<HTMLElement | null>): TileSize {
  const [widthPx, setWidthPx] = useState(0)
  const [isInSight, setIsInSight] = useState(true)
  useEffect(() => {
    const element = tile.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidthPx(element.clientWidth))
    const sights = new IntersectionObserver(
      (entries) => setIsInSight(entries.at(-1)?.isIntersecting ?? true),
      {
        rootMargin: '40px',
      },
    )
    sizes.observe(element)
    sights.observe(element)
    return () => {
      sizes.disconnect()
      sights.disconnect()
    }
  }, [tile])
  return { widthPx, isInSight }
}
