import { useState } from 'react'

import { deviceToText } from '../../ui/device-tree/device-text.ts'
import type { Place, Wall } from './wall.ts'

interface HeardWindow {
  /** The window that is heard; at first none is. */
  heard: number | undefined
  toggleSound: (place: Place | undefined) => void
}

/** One window at a time is heard, for as long as it shows the device that was asked for. */
export function useHeardWindow(wall: Wall): HeardWindow {
  const [asked, setAsked] = useState<{ window: number; device: string }>()
  const place = wall.places.find(({ window }) => window === asked?.window)
  const heard = place?.device && asked?.device === deviceToText(place.device) ? place.window : undefined
  return {
    heard,
    toggleSound: (toggled) => {
      const device = toggled?.device
      const isWanted = device !== undefined && toggled?.window !== heard
      setAsked(isWanted && toggled ? { window: toggled.window, device: deviceToText(device) } : undefined)
    },
  }
}
