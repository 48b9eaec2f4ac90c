import { useEffect, useState } from 'react'

interface Stoppable {
  /** The signal of another piece of work, which looks at it between its steps. */
  begin: () => AbortSignal
  stop: () => void
}

/** For work of many calls: it can be stopped, and ends with the component. */
export function useStoppable(): Stoppable {
  const [work] = useState((): Stoppable => {
    let running = new AbortController()
    return {
      begin: () => {
        running = new AbortController()
        return running.signal
      },
      stop: () => running.abort(),
    }
  })
  useEffect(() => work.stop, [work])
  return work
}
