/** What others have changed is asked for anew. */
import { METHOD } from '@vedette/contract/push'
import { useEffect } from 'react'

import { push } from './push.ts'

/** What is changed together is asked for once, and not by all consoles at the same moment. */
const CHANGES_WAIT_MS = 1000

/** Calls `ask` after a push of the method, and when the socket is back: what was pushed while it was down is lost. `ask` is the same function each time. */
export function useTold(
  method: typeof METHOD.devicesChanged | typeof METHOD.communityChanged | typeof METHOD.presence,
  ask: () => unknown,
  isReady = true,
): void {
  useEffect(() => {
    if (!isReady) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stops = [
      push.on(METHOD.loginReply, () => void ask()),
      push.on(method, () => {
        waiting ??= setTimeout(
          () => {
            waiting = undefined
            void ask()
          },
          CHANGES_WAIT_MS * (0.5 + Math.random()),
        )
      }),
    ]
    return () => {
      clearTimeout(waiting)
      for (const stop of stops) stop()
    }
  }, [method, ask, isReady])
}
