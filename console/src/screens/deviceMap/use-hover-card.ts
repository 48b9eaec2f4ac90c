import { useCallback, useEffect, useRef, useState } from 'react'

const OPEN_AFTER_MS = 120
/** Long enough to get from the marker to its card. */
const CLOSE_AFTER_MS = 280

interface HoverCard {
  openKey: string | undefined
  /** Opened by a press: it stays until it is closed. */
  isKept: boolean
  /** The pointer is over this marker, or its card; undefined: over neither. */
  hover: (key: string | undefined) => void
  keep: (key: string) => void
  close: () => void
}

/** Which marker's card is open. */
export function useHoverCard(): HoverCard {
  const [open, setOpen] = useState<{ key: string; isKept: boolean }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = useCallback((key: string | undefined): void => {
    clearTimeout(timer.current)
    const delayMs = key === undefined ? CLOSE_AFTER_MS : OPEN_AFTER_MS
    timer.current = setTimeout(
      () =>
        setOpen((now) => {
          if (now?.isKept) return now
          return key === undefined ? undefined : { key, isKept: false }
        }),
      delayMs,
    )
  }, [])
  const keep = useCallback((key: string): void => {
    clearTimeout(timer.current)
    setOpen({ key, isKept: true })
  }, [])
  const close = useCallback((): void => {
    clearTimeout(timer.current)
    setOpen(undefined)
  }, [])
  return { openKey: open?.key, isKept: open?.isKept ?? false, hover, keep, close }
}
