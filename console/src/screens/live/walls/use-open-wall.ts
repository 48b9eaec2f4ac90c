/** The saved wall that this page shows: colleagues who see it can send cameras to it. */
import { METHOD, WallCameraBody, type WallOpenBody } from '@vedette/contract/push'
import { useCallback, useEffect, useRef, useState } from 'react'

import { push } from '../../../app/push.ts'

/** By chance: a page without https has no `randomUUID`. */
const ownId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

/** When the camera was sent that came last. */
let heardAt = 0

export interface OpenedWall {
  /** Under which this page is found. */
  id: string
  /** Empty while it shows none. */
  wallId: string
  open: (wallId: string) => void
}

/** Kept by this tab over a reload, for each wall by itself: a window that a page opens begins with what its tab keeps. */
export function useOpenWall(number: number, onCamera: (sent: WallCameraBody) => void): OpenedWall {
  const key = `open-wall-${number}`
  const [wallId, setWallId] = useState(() => sessionStorage.getItem(key) ?? '')
  const heard = useRef(onCamera)
  useEffect(() => {
    heard.current = onCamera
  })
  useEffect(() => {
    const tell = (WallID: string): void => {
      const BODY: WallOpenBody = { WallID, OpenID: ownId, Heard: heardAt }
      push.say(METHOD.wallOpen, BODY)
    }
    if (push.isUp) tell(wallId)
    const stops = [
      push.on(METHOD.loginReply, () => tell(wallId)),
      push.on(METHOD.wallCamera, (body) => {
        const { data: sent } = WallCameraBody.safeParse(body)
        if (sent?.OpenID !== ownId) return
        heardAt = sent.SentAt
        heard.current(sent)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      tell('')
    }
  }, [wallId])
  const open = useCallback(
    (opened: string): void => {
      sessionStorage.setItem(key, opened)
      setWallId(opened)
    },
    [key],
  )
  return { id: ownId, wallId, open }
}
