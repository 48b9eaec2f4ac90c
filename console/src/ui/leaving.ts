/** Who has to be asked before another page is shown. */

type Guard = (event: Event) => void

const guards = new Set<Guard>()

/** Before the router hears of addresses: the first listener is called first. */
export function watchLeaving(): void {
  addEventListener('hashchange', (event) => {
    for (const guard of [...guards].toReversed()) guard(event)
  })
}

/** The guard may stop the event, so that nobody else hears of it; returns how to end it. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}
