/** Devices that are chosen elsewhere than on the wall. */
import { useEffect } from 'react'
import { navigate } from 'wouter/use-hash-location'

import { accountOf, session } from '../../app/session.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { wallToText } from './wall-address.ts'
import { keepWall, rememberedWall } from './wall-memory.ts'
import { nextWall } from './wall.ts'

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

/** In the chosen window of the wall; where that is not in sight, of the remembered one, to which it leads. */
export function playOnWall(device: DeviceChannel): void {
  if (wallInSight) return wallInSight(device)
  const account = accountOf(session.getState())
  keepWall(account, wallToText(nextWall(rememberedWall(account), { do: 'play', device })))
  navigate('/realTimeVideo')
}
