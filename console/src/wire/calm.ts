const LONGEST_MS = 1000

/** Resolves once the page has nothing more urgent to do, after a second at the latest: before what nobody waits for. */
export function calm(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks it.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, LONGEST_MS)
  })
}
