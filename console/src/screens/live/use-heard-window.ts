import { useEffect, useState } from 'react'

import { deviceToText } from '../../ui/device-tree/device-text.ts'
import { otherWalls } from './other-walls.ts'
import type { Place, Wall } from './wall.ts'

interface HeardWindow {
  /** The window that is heard; at first none is. */
  heard: number | undefined
  toggleSound: (place: Place | undefined) => void
}

/** One window at a time is heard, of all the walls of this browser, for as long as it shows the device that was asked for. */
export function useHeardWindow(wall: Wall, number: number): HeardWindow {
  const [asked, setAsked] = useState<{ window: number; device: string }>()
  useEffect(() => {
    const leave = otherWalls().appear(number, () => setAsked(undefined))
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [number])
  const place = wall.places.find(({ window }) => window === asked?.window)
  const heard = place?.device && asked?.device === deviceToText(place.device) ? place.window : undefined
  return {
    heard,
    toggleSound: (toggled) => {
      const device = toggled?.device
      const isWanted = device !== undefined && toggled?.window !== heard
      if (isWanted) otherWalls().heard()
      setAsked(isWanted && toggled ? { window: toggled.window, device: deviceToText(device) } : undefined)
    },
  }
}
