/** Devices that are chosen elsewhere than on the wall. */
import { useEffect } from 'react'

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

/** Plays in the chosen window of the wall; where that is not in sight, alone and large beside the wall, which stays as it is. */
export function playOnWall(device: DeviceChannel): void {
  if (wallInSight) wallInSight(device)
  // What follows the ? belongs to the part after #, where wouter's navigate would not leave it.
  else location.hash = `#/realTimeVideo?view=${deviceToText(device)}`
}
