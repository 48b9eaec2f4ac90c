/**
 * The end of a session, seen coming: reading 18. Heartbeats are activity, so a page whose socket stands outlives the idle limit by itself;
 * near an end that activity does not move, a watched wall renews the session and every other page asks the person.
 */
import { create } from 'zustand'

import type { Clock } from '../wire/clock.ts'

export const EXPIRY_WARNING_MS = 5 * 60_000
/** Looked at so often, rather than once at the right moment: a laptop sleeps through timers. */
const CHECK_MS = 30_000

/** The warning that is shown: when the session ends, ms since 1970. */
export const useExpiryWarning = create<{ endsAt: number | undefined }>(() => ({ endsAt: undefined }))

export interface ExpirySurroundings {
  /** `now` is the server's time. */
  clock: Clock
  /** What the server said last, ms since 1970; 0 before it did. */
  expiresAt: () => number
  isLinkUp: () => boolean
  isWallWatched: () => boolean
  /** Asks the server for the end anew; a session that is over ends here. */
  refresh: () => Promise<unknown>
  renew: () => Promise<unknown>
}

/** Returns how to stop. */
export function watchExpiry(around: ExpirySurroundings): () => void {
  const { clock } = around
  let isWatching = true
  let callOff = (): void => {}

  const isNear = (): boolean =>
    around.expiresAt() > 0 && around.expiresAt() - clock.now() <= EXPIRY_WARNING_MS

  const check = async (): Promise<void> => {
    // Asking counts as activity: a page that lost its link warns by what it knows, until the time is over.
    if (isNear() && (around.isLinkUp() || around.expiresAt() <= clock.now())) await around.refresh()
    if (isNear() && isWatching && around.isWallWatched()) await around.renew()
    if (isWatching) useExpiryWarning.setState({ endsAt: isNear() ? around.expiresAt() : undefined })
  }
  const plan = (): void => {
    callOff = clock.after(CHECK_MS, () => {
      void check().finally(() => {
        if (isWatching) plan()
      })
    })
  }
  plan()
  return () => {
    isWatching = false
    callOff()
    useExpiryWarning.setState({ endsAt: undefined })
  }
}
