import { type ReactNode, useEffect, useRef, useState } from 'react'

import { AskToDiscard } from './AskToDiscard.tsx'
import { guardLeaving } from './leaving.ts'
import { pathInAddress } from './path-in-address.ts'

interface Unsaved {
  /** Must be shown with the page. */
  question: ReactNode
  /** Runs it at once while nothing is unsaved, else after the person agreed. */
  ask: (run: () => void) => void
}

/** Asks before another page takes away what was typed into this one; dialogs ask for themselves. */
export function useUnsaved(isUnsaved: boolean): Unsaved {
  const [waiting, setWaiting] = useState<() => void>()
  const isAgreed = useRef(false)
  useEffect(() => {
    if (!isUnsaved) return undefined
    const [path, address] = [pathInAddress(), location.hash]
    return guardLeaving((event) => {
      if (isAgreed.current || pathInAddress() === path) return
      // Nobody else hears of it: until it is answered the page is where it was.
      event.stopImmediatePropagation()
      const to = location.hash
      history.pushState(null, '', address)
      setWaiting(() => () => {
        isAgreed.current = true
        location.hash = to
      })
    })
  }, [isUnsaved])
  return {
    question: waiting && (
      <AskToDiscard
        onKeep={() => setWaiting(undefined)}
        onDiscard={() => {
          setWaiting(undefined)
          waiting()
        }}
      />
    ),
    ask: (run) => {
      if (isUnsaved) setWaiting(() => run)
      else run()
    },
  }
}

/** Tells the page of a form in it whether something is unsaved there, as long as the form stands. */
export function useHeard(isUnsaved: boolean, hear: ((isUnsaved: boolean) => void) | undefined): void {
  useEffect(() => {
    hear?.(isUnsaved)
    return () => hear?.(false)
  }, [isUnsaved, hear])
}
