/** Who has to be asked before another page is shown. Imported by main.tsx before the router hears of addresses: whoever listens first is heard first. */

type Guard = (event: HashChangeEvent) => void

const guards = new Set<Guard>()

addEventListener('hashchange', (event) => {
  for (const guard of [...guards].toReversed()) guard(event)
})

/** The guard may stop the event, so that nobody else hears of it; answers how to end it. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}
