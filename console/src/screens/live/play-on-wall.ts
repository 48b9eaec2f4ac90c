/** Devices that are chosen elsewhere than on the wall. */
import { useEffect } from 'react'
import { navigate } from 'wouter/use-hash-location'

import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'

type Play = (device: DeviceChannel) => void

let wallInSight: Play | undefined

/** While the component is there, it is what plays. */
export function useWallInSight(play: Play): void {
  useEffect(() => {
    wallInSight = play
    return () => {
      wallInSight = undefined
    }
  }, [play])
}

/** In the chosen window of the wall; where that is not in sight, alone and large beside the wall, which stays as it is. */
export function playOnWall(device: DeviceChannel): void {
  if (wallInSight) wallInSight(device)
  else navigate(`/realTimeVideo?view=${deviceToText(device)}`)
}
