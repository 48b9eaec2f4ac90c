import { type RefObject, useEffect, useRef, useState } from 'react'

const ROW_PX = 30
/** Row height for fingers. */
const COARSE_ROW_PX = 44
const OVERSCAN = 8

interface WindowedRows {
  scroller: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** The rows from `first` up to, but without, `last` are in the document. */
  first: number
  last: number
  rowHeight: number
  /** How many rows fit on the screen. */
  page: number
  /** Scrolls as little as needed to see the row. */
  scrollTo: (index: number) => void
}

/** Which of `count` rows of one height are in sight of their scroller. */
export function useWindowedRows(count: number): WindowedRows {
  const scroller = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [top, setTop] = useState(0)
  const [rowHeight, setRowHeight] = useState(ROW_PX)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setRowHeight(matchMedia('(pointer: coarse)').matches ? COARSE_ROW_PX : ROW_PX)
      setHeight(element.clientHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const page = Math.max(1, Math.floor(height / rowHeight))
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - page) - OVERSCAN)
  return {
    scroller,
    // The row, not the pixel: the tree is drawn anew only when another row comes into sight.
    onScroll: () => setTop(Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight) * rowHeight),
    first,
    last: Math.min(count, first + page + 2 * OVERSCAN + 1),
    rowHeight,
    page,
    scrollTo: (index) => {
      const element = scroller.current
      if (!element) return
      const rowTop = index * rowHeight
      if (rowTop < element.scrollTop) element.scrollTop = rowTop
      else if (rowTop + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = rowTop + rowHeight - element.clientHeight
    },
  }
}
