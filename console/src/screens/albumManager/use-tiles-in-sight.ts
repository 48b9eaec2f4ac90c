import { type RefObject, useEffect, useRef, useState } from 'react'

/** Rows above and below those in sight, so that a wheel or Tab never comes to an empty line. */
const ROWS_BEYOND = 3
const FIRST_GUESS = 60
/** Faster than this nobody sees what a picture shows, px/ms. */
const HURRY_PX_PER_MS = 3
const RESTS_MS = 120

interface Sight {
  columns: number
  /** From one row to the next, its gap included. */
  rowPx: number
  /** Tiles from `first` up to, but without, `last` are in the document. */
  first: number
  last: number
}

interface TilesInSight extends Sight {
  scroller: RefObject<HTMLDivElement | null>
  grid: RefObject<HTMLUListElement | null>
  onScroll: () => void
  /** While it is scrolled so fast that pictures which come into sight are gone before they are there. */
  isHurried: boolean
  /** What the rows that are left out take. */
  above: number
  below: number
}

/** Which of `count` tiles of one height are in the sight of their scroller; the grid's style says how many stand in a line. */
export function useTilesInSight(count: number): TilesInSight {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const [sight, setSight] = useState<Sight>({ columns: 1, rowPx: 0, first: 0, last: FIRST_GUESS })
  const look = (): void => {
    const next = scroller.current && grid.current && sightOf(scroller.current, grid.current)
    if (next) setSight((before) => (isSame(before, next) ? before : next))
  }
  const { isHurried, scrolled } = useHurry()
  const isEmpty = count === 0
  useEffect(() => {
    if (!scroller.current || isEmpty) return undefined
    const observer = new ResizeObserver(look)
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [isEmpty])
  const rows = (tiles: number): number => Math.ceil(tiles / sight.columns)
  // Where a search leaves fewer than were scrolled past, the last of them.
  const inSight = sight.last - sight.first
  const first = Math.min(sight.first, Math.max(0, rows(count) * sight.columns - inSight))
  const last = Math.min(count, first + inSight)
  return {
    ...sight,
    first,
    last,
    scroller,
    grid,
    onScroll: () => {
      if (scroller.current) scrolled(scroller.current.scrollTop)
      look()
    },
    isHurried,
    above: rows(first) * sight.rowPx,
    below: (rows(count) - rows(last)) * sight.rowPx,
  }
}

function useHurry(): { isHurried: boolean; scrolled: (top: number) => void } {
  const [isHurried, setHurried] = useState(false)
  const last = useRef({ top: 0, atMs: 0 })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  return {
    isHurried,
    scrolled(top) {
      const atMs = performance.now()
      const isFast = Math.abs(top - last.current.top) > HURRY_PX_PER_MS * (atMs - last.current.atMs)
      last.current = { top, atMs }
      if (!isFast) return
      setHurried(true)
      clearTimeout(rest.current)
      rest.current = setTimeout(() => setHurried(false), RESTS_MS)
    },
  }
}

function sightOf(scroller: HTMLElement, grid: HTMLElement): Sight | undefined {
  const tile = grid.querySelector(':scope > [data-outside="false"]')
  if (!(tile instanceof HTMLElement)) return undefined
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid)
  const columns = gridTemplateColumns.split(' ').length
  const rowPx = tile.getBoundingClientRect().height + Number.parseFloat(rowGap)
  const firstRow = Math.max(0, Math.floor((scroller.scrollTop - grid.offsetTop) / rowPx) - ROWS_BEYOND)
  const rows = Math.ceil(scroller.clientHeight / rowPx) + 2 * ROWS_BEYOND + 1
  return { columns, rowPx, first: firstRow * columns, last: (firstRow + rows) * columns }
}

function isSame(a: Sight, b: Sight): boolean {
  return a.columns === b.columns && a.rowPx === b.rowPx && a.first === b.first && a.last === b.last
}
