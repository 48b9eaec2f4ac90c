const LONGEST_MS = 2000

const awaited = new Set<Promise<unknown>>()

/** Somebody waits for this: `calm` comes after it. */
export function comesFirst(work: Promise<unknown>): void {
  awaited.add(work)
  const isDone = (): void => void awaited.delete(work)
  work.then(isDone, isDone)
}

/** Resolves once the page has nothing more urgent to do, after two seconds at the latest: before what nobody waits for. */
export function calm(): Promise<void> {
  return Promise.race([untilIdle(), wait(LONGEST_MS)])
}

async function untilIdle(): Promise<void> {
  do {
    await Promise.allSettled(awaited)
    await idle()
  } while (awaited.size > 0)
}

/** Safari lacks it. */
function idle(): Promise<void> {
  return 'requestIdleCallback' in globalThis
    ? new Promise((resolve) => requestIdleCallback(() => resolve()))
    : wait(LONGEST_MS / 2)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
