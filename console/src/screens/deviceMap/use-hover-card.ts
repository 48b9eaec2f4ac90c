import { useCallback, useEffect, useRef, useState } from 'react'

const OPEN_AFTER_MS = 120
/** Long enough to get from the marker to its card. */
const CLOSE_AFTER_MS = 280

interface HoverCard {
  openKey: string | undefined
  /** The device that is shown; undefined: the only one there, or the list of several. */
  did: string | undefined
  /** Opened by a press: it stays until it is closed. */
  isKept: boolean
  /** The pointer is over this marker, or its card; undefined: over neither. */
  hover: (key: string | undefined) => void
  keep: (key: string, did?: string) => void
  close: () => void
}

interface Open {
  key: string
  did?: string | undefined
  isKept: boolean
}

/** Which marker's card is open; at first that of this device. */
export function useHoverCard(first: string | undefined): HoverCard {
  const [open, setOpen] = useState<Open | undefined>(
    first === undefined ? undefined : { key: first, did: first, isKept: true },
  )
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
  const keep = useCallback((key: string, did?: string): void => {
    clearTimeout(timer.current)
    setOpen({ key, did, isKept: true })
  }, [])
  const close = useCallback((): void => {
    clearTimeout(timer.current)
    setOpen(undefined)
  }, [])
  return { openKey: open?.key, did: open?.did, isKept: open?.isKept ?? false, hover, keep, close }
}
