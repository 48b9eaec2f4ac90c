import type { Quality } from '@vedette/contract/live'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { Figures } from '../../player/figures.ts'
import { LiveWindow } from '../../player/live-window.ts'
import { NOTHING_KNOWN, viewOf, type WindowView } from '../../player/window-view.ts'
import { liveLink } from './live-link.ts'
import type { WallDevice } from './wall.ts'

const EMPTY = viewOf(NOTHING_KNOWN)

interface Shown {
  view: WindowView
  /** Undefined until the window has played for a second. */
  figures: Figures | undefined
  video: RefObject<HTMLVideoElement | null>
  held: RefObject<HTMLCanvasElement | null>
}

/** Plays a device in a window for as long as it is given. */
export function useLiveWindow(window: number, device: WallDevice | undefined, quality: Quality): Shown {
  const video = useRef<HTMLVideoElement>(null)
  const held = useRef<HTMLCanvasElement>(null)
  const live = useRef<LiveWindow>(null)
  const [view, setView] = useState(EMPTY)
  const [figures, setFigures] = useState<Figures>()
  const isOccupied = device !== undefined

  useEffect(() => {
    if (!isOccupied || !video.current || !held.current) return
    const glass = { video: video.current, held: held.current }
    const opened = new LiveWindow(liveLink(), window, glass, { onView: setView, onFigures: setFigures })
    live.current = opened
    return () => {
      live.current = null
      opened.close()
      setView(EMPTY)
      setFigures(undefined)
    }
  }, [window, isOccupied])

  const { did, channel } = device ?? {}
  useEffect(() => {
    if (did !== undefined && channel !== undefined) live.current?.show({ did, channel, quality })
  }, [window, did, channel, quality])

  return { view, figures, video, held }
}
