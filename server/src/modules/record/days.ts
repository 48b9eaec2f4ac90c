export const DAY_MS = 86_400_000

/** The beginning of the day, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS
