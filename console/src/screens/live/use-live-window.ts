import type { Quality } from '@vedette/contract/live-message'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { Way } from '../../player/method.ts'
import type { Figures } from '../../player/figures.ts'
import { comesFirst } from '../../wire/calm.ts'
import { LiveWindow, type PictureFacts, type Playing } from '../../player/live-window.ts'
import { NOTHING_KNOWN, type ViewState, viewOf, type WindowView } from '../../player/window-view.ts'
import { liveLink } from './live-link.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'

const EMPTY = viewOf(NOTHING_KNOWN)
/** In these a picture, or why there is none, is still to come. */
const WAITING: ReadonlySet<ViewState> = new Set(['empty', 'loading', 'switching'])

interface Wanted {
  device: DeviceChannel | undefined
  /** Undefined while it is not known which; nothing plays until then. */
  quality: Quality | undefined
  method: Way
  /** From 0, which is mute, to 1. */
  volume: number
}

interface Shown {
  view: WindowView
  /** Undefined until the window has played for a second. */
  figures: Figures | undefined
  /** Undefined until the stream has said what it is. */
  playing: Playing | undefined
  /** The pictures are put in here. */
  glass: RefObject<HTMLDivElement | null>
  /** What is on the glass just now. */
  pictureNow: () => PictureFacts | undefined
}

/** Plays a device in a window for as long as it is given. */
export function useLiveWindow(window: number, { device, quality, method, volume }: Wanted): Shown {
  const glass = useRef<HTMLDivElement>(null)
  const live = useRef<LiveWindow>(null)
  const [view, setView] = useState(EMPTY)
  const [figures, setFigures] = useState<Figures>()
  const [playing, setPlaying] = useState<Playing>()
  const isOccupied = device !== undefined && quality !== undefined

  useEffect(() => {
    if (!isOccupied || !glass.current) return
    const { promise: isSettled, resolve: settle } = Promise.withResolvers<void>()
    comesFirst(isSettled)
    const opened = new LiveWindow(liveLink(), window, glass.current, {
      onView: (shown) => {
        if (!WAITING.has(shown.state)) settle()
        setView(shown)
      },
      onFigures: setFigures,
      onPlaying: setPlaying,
    })
    live.current = opened
    return () => {
      settle()
      live.current = null
      opened.close()
      setView(EMPTY)
      setFigures(undefined)
      setPlaying(undefined)
    }
  }, [window, isOccupied])

  useEffect(() => live.current?.playBy(method), [window, isOccupied, method])
  useEffect(() => live.current?.setVolume(volume), [window, isOccupied, volume])
  const { did, channel } = device ?? {}
  useEffect(() => {
    if (did !== undefined && channel !== undefined && quality) live.current?.show({ did, channel, quality })
  }, [window, did, channel, quality])

  return { view, figures, playing, glass, pictureNow: () => live.current?.picture }
}
