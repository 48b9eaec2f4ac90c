import { type RefCallback, useCallback, useState } from 'react'

/** From this width on all tools stand in one row, in either language and with the length that is marked. */
const ONE_ROW_PX = 1150
/** With ranges and layouts in the menu one row is as wide as this. */
const FOLDED_ROW_PX = 900
/** Below this width all tools would take three rows. */
const TWO_ROWS_PX = 700

/** Whether tools go into the menu: where that saves a row. */
export function useFolded(): [ref: RefCallback<HTMLElement>, isFolded: boolean] {
  const [saves, setSaves] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth
      setSaves(width < TWO_ROWS_PX || (width >= FOLDED_ROW_PX && width < ONE_ROW_PX))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, saves]
}
