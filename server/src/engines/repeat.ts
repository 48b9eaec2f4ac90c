import type { Clock, Timer } from './clock.ts'

/** Does `work` every `ms`, but not while it is still at it: what takes long does not pile up. */
export function repeat(
  clock: Clock,
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Timer {
  let isAtIt = false
  return clock.every(ms, () => {
    if (isAtIt) return
    isAtIt = true
    void work()
      .catch(onError)
      .finally(() => (isAtIt = false))
  })
}
