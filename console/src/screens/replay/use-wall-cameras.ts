/** What replay opens with where its address asks for nothing. */
import { useEffect, useEffectEvent } from 'react'

import type { ReplayPlace } from '../../app/replay-address.ts'
import { accountOf, useSession } from '../../app/session.ts'
import { usePhone } from '../../app/use-phone.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { filled } from './use-place.ts'

/** How many of the first cameras where the person has no wall, and the most on a phone. */
const FEW_CAMERAS = 4
const MOST_CAMERAS = 9

/** The cameras of the person's wall, else the first there are; `playable` has all, once they are known. */
export function useWallCameras(
  isUnasked: boolean,
  isKnown: boolean,
  playable: () => readonly DeviceChannel[],
  change: (place: Partial<ReplayPlace>) => void,
): void {
  const account = useSession(accountOf)
  const most = usePhone() ? FEW_CAMERAS : MOST_CAMERAS
  const fill = useEffectEvent((onWall: readonly DeviceChannel[]) => {
    const all = playable()
    const dids = new Set(all.map(({ did }) => did))
    const there = onWall.filter(({ did }) => dids.has(did)).slice(0, most)
    const devices = there.length > 0 ? there : all.slice(0, FEW_CAMERAS)
    change(filled(devices))
  })
  useEffect(() => {
    if (!isUnasked || !isKnown) return undefined
    let isOver = false
    void import('../live/index.ts')
      .then((live) => live.camerasOfWall(account))
      .then((onWall) => {
        if (!isOver) fill(onWall)
      })
    return () => {
      isOver = true
    }
  }, [isUnasked, isKnown, account])
}
