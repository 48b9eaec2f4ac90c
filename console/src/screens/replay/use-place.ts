/** Cameras, time, layout and marks of the page, which its address holds. */
import { useCallback, useEffect, useRef, useState } from 'react'

import {
  placeFromText,
  MOST_WINDOWS,
  placeToText,
  REPLAY_LAYOUTS,
  REPLAY_PATH,
  type ReplayPlace,
} from '../../app/replay-address.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'

export interface PlaceControls {
  place: ReplayPlace
  /** Nobody has said yet what is looked at. */
  isUnasked: boolean
  /** Changes it, and the address with it. */
  change: (change: Partial<ReplayPlace>) => void
  /** Puts a camera into a window: where it is already, the chosen one, or the next empty one. */
  show: (device: DeviceChannel, at?: number) => void
  remove: (at: number) => void
  /** Two windows change places. */
  swap: (from: number, to: number) => void
  /** Shows a window alone, or all again as they were before. */
  enlarge: (at: number) => void
}

const UNASKED: ReplayPlace = { devices: [], layout: 1, chosen: 0 }

function placeInAddress(): ReplayPlace | undefined {
  const [path, text] = location.hash.slice(1).split('?', 2)
  return path === REPLAY_PATH && text !== undefined ? placeFromText(text) : undefined
}

/** `onLink` hears of the place when the address is changed by a link or by Back. */
export function usePlace(onLink: (place: ReplayPlace) => void): PlaceControls {
  const [place, setPlace] = useState<ReplayPlace>(() => placeInAddress() ?? UNASKED)
  useEffect(() => {
    if (place === UNASKED) return
    const text = `#${REPLAY_PATH}?${placeToText(place)}`
    // Not another entry of the history for each moment that was looked at.
    if (location.hash !== text && location.hash.startsWith(`#${REPLAY_PATH}`))
      history.replaceState(history.state, '', text)
  }, [place])
  /** What one window was enlarged from, as long as it is alone because of that. */
  const together = useRef<ReplayPlace>(undefined)
  useEffect(() => {
    const follow = (): void => {
      const asked = placeInAddress()
      if (!asked) return
      together.current = undefined
      setPlace(asked)
      onLink(asked)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [onLink])

  const change = useCallback((changed: Partial<ReplayPlace>) => {
    if (changed.layout !== undefined) together.current = undefined
    setPlace((before) => ({ ...before, ...changed }))
  }, [])
  const show = useCallback((device: DeviceChannel, at?: number) => {
    setPlace((before) => shown(before, device, at))
  }, [])
  const remove = useCallback(
    (at: number) => {
      const gone = place.devices[at]
      const without = (it: ReplayPlace): ReplayPlace => ({
        ...it,
        devices: it.devices.map((device) => (isSame(device, gone) ? undefined : device)),
      })
      setPlace(without)
      if (together.current) together.current = without(together.current)
    },
    [place],
  )
  const swap = useCallback((from: number, to: number) => setPlace((it) => swapped(it, from, to)), [])
  const enlarge = useCallback(
    (at: number) => {
      if (place.layout > 1) {
        together.current = place
        setPlace(laidOut({ ...place, chosen: at }, 1))
      } else if (together.current) {
        const { devices, layout, chosen } = together.current
        together.current = undefined
        setPlace({ ...place, devices, layout, chosen })
      }
    },
    [place],
  )
  const isUnasked = place === UNASKED
  return { place, isUnasked, change, show, remove, swap, enlarge }
}

const isSame = (a: DeviceChannel | undefined, b: DeviceChannel | undefined): boolean =>
  a !== undefined && b !== undefined && deviceToText(a) === deviceToText(b)

/** The window that is moved stays the chosen one. */
export function swapped(place: ReplayPlace, from: number, to: number): ReplayPlace {
  const devices = Array.from({ length: Math.max(place.devices.length, from + 1, to + 1) }, (_, i) =>
    place.devices.at(i === from ? to : i === to ? from : i),
  )
  return { ...place, devices, chosen: to }
}

/** As many of them as there are windows for. */
export function filled(
  devices: readonly DeviceChannel[],
): Pick<ReplayPlace, 'devices' | 'layout' | 'chosen'> {
  const layout = REPLAY_LAYOUTS.find((windows) => windows >= devices.length) ?? MOST_WINDOWS
  return { devices: devices.slice(0, MOST_WINDOWS), layout, chosen: 0 }
}

export function shown(place: ReplayPlace, device: DeviceChannel, at?: number): ReplayPlace {
  const text = deviceToText(device)
  const already = place.devices.findIndex((it) => it && deviceToText(it) === text)
  if (already >= 0 && already < place.layout) return { ...place, chosen: already }
  const windows = Array.from({ length: place.layout }, (_, i) => i)
  const free = [place.chosen, ...windows].find((i) => !place.devices[i])
  const window = at ?? (place.layout === 1 ? place.chosen : (free ?? place.chosen))
  const devices = Array.from({ length: MOST_WINDOWS }, (_, i) => {
    const there = place.devices[i]
    if (i === window) return device
    return there && deviceToText(there) === text ? undefined : there
  })
  return { ...place, devices, chosen: window }
}

/** With another number of windows the cameras move together. */
export function laidOut(place: ReplayPlace, layout: (typeof REPLAY_LAYOUTS)[number]): ReplayPlace {
  const chosen = place.devices[place.chosen]
  if (layout === 1) {
    const rest = place.devices.filter((it) => it && it !== chosen)
    return { ...place, layout, devices: [chosen ?? rest.shift(), ...rest], chosen: 0 }
  }
  const devices = place.layout < layout ? place.devices.filter((it) => it) : place.devices
  const at = devices.indexOf(chosen)
  return { ...place, layout, devices, chosen: at >= 0 && at < layout ? at : 0 }
}
