/** Pictures of moments, some of which are fetched before they are asked for: those that the pointer is moving to. */

/** Two fetches leave the browser's other connections to the player. */
const AT_ONCE = 2
const MOST_AHEAD = 3
const MOST_KEPT = 60
const MOST_BYTES = 4_000_000

export interface Moment {
  /** Whose picture. */
  of: string
  atMs: number
}

/** A key frame that has been found and not yet fetched. */
interface Found<Picture> {
  keyMs: number
  fetch: () => Promise<{ picture: Picture; bytes: number } | undefined>
}

interface AheadNeeds<Picture> {
  /** The key frame that shows this moment. Rejects when it is aborted. */
  find: (moment: Moment, signal: AbortSignal) => Promise<Found<Picture> | undefined>
  giveBack: (picture: Picture) => void
  /** Until when a key frame that was found stays the newest before its moment. */
  settledMs: () => number
}

interface Kept<Picture> {
  of: string
  picture: Picture
  bytes: number
  /** Moments from its key frame on that are known to show it. */
  keyMs: number
  lastMs: number
}

interface Coming<Picture> {
  promise: Promise<Picture | undefined>
  aborter: AbortController
  /** Somebody waits for it: it is not aborted. */
  isWanted: boolean
}

const idOf = ({ of, atMs }: Moment): string => `${of} ${atMs}`

export class Ahead<Picture> {
  readonly #needs: AheadNeeds<Picture>
  readonly #limits: { kept: number; bytes: number }
  /** By camera and key frame, the one that was shown longest ago first. */
  readonly #kept = new Map<string, Kept<Picture>>()
  readonly #coming = new Map<string, Coming<Picture>>()
  #next: Moment[] = []
  #bytes = 0
  #isOver = false

  constructor(needs: AheadNeeds<Picture>, limits = { kept: MOST_KEPT, bytes: MOST_BYTES }) {
    this.#needs = needs
    this.#limits = limits
  }

  /** What is there already. */
  ready({ of, atMs }: Moment): Picture | undefined {
    for (const [id, kept] of this.#kept) {
      if (kept.of !== of || atMs < kept.keyMs || atMs > kept.lastMs) continue
      this.#kept.delete(id)
      this.#kept.set(id, kept)
      return kept.picture
    }
    return undefined
  }

  /** Fetches it and nothing else; undefined where there is none. */
  want(moment: Moment): Promise<Picture | undefined> {
    const ready = this.ready(moment)
    if (ready !== undefined) return Promise.resolve(ready)
    const coming = this.#coming.get(idOf(moment)) ?? this.#begin(moment)
    coming.isWanted = true
    this.fetchAhead([])
    return coming.promise
  }

  /** Fetches these one after the other, the nearest first, in place of those before. */
  fetchAhead(moments: readonly Moment[]): void {
    const ids = new Set(moments.map(idOf))
    for (const [id, { aborter, isWanted }] of this.#coming) if (!isWanted && !ids.has(id)) aborter.abort()
    this.#next = [...moments]
    this.#goOn()
  }

  close(): void {
    this.#isOver = true
    this.#next = []
    for (const { aborter } of this.#coming.values()) aborter.abort()
    for (const { picture } of this.#kept.values()) this.#needs.giveBack(picture)
    this.#kept.clear()
  }

  #goOn(): void {
    while (this.#coming.size < AT_ONCE) {
      const moment = this.#next.shift()
      if (!moment) return
      if (this.ready(moment) === undefined && !this.#coming.has(idOf(moment))) this.#begin(moment)
    }
  }

  #begin(moment: Moment): Coming<Picture> {
    const aborter = new AbortController()
    const promise = this.#fetch(moment, aborter.signal)
      // What does not come is no fault of what is shown.
      .catch(() => undefined)
      .finally(() => {
        this.#coming.delete(idOf(moment))
        this.#goOn()
      })
    const coming = { promise, aborter, isWanted: false }
    this.#coming.set(idOf(moment), coming)
    return coming
  }

  async #fetch(moment: Moment, signal: AbortSignal): Promise<Picture | undefined> {
    const { find, settledMs } = this.#needs
    const found = await find(moment, signal)
    if (!found) return undefined
    const { of, atMs } = moment
    // Another key frame may yet be recorded between this one and the moment.
    const lastMs = atMs < settledMs() ? atMs : found.keyMs
    const id = `${of} ${found.keyMs}`
    const known = this.#kept.get(id)
    if (known) {
      known.lastMs = Math.max(known.lastMs, lastMs)
      return known.picture
    }
    const fetched = await found.fetch()
    if (!fetched) return undefined
    const twin = this.#kept.get(id)
    if (twin || this.#isOver) {
      this.#needs.giveBack(fetched.picture)
      return twin?.picture
    }
    this.#kept.set(id, { of, keyMs: found.keyMs, lastMs, ...fetched })
    this.#bytes += fetched.bytes
    this.#shrink()
    return fetched.picture
  }

  /** What is shown and what was fetched last stay. */
  #shrink(): void {
    for (const [id, { picture, bytes }] of this.#kept) {
      if (this.#kept.size <= this.#limits.kept && this.#bytes <= this.#limits.bytes) return
      if (this.#kept.size <= 2) return
      this.#kept.delete(id)
      this.#bytes -= bytes
      this.#needs.giveBack(picture)
    }
  }
}

/** The next moments in the direction in which the pointer moves, the nearest first; before it has moved, those on both sides. */
export function momentsAhead(beforeMs: number | undefined, atMs: number, stepMs: number): number[] {
  if (beforeMs === undefined || beforeMs === atMs) return [1, -1, 2, -2].map((steps) => atMs + steps * stepMs)
  const by = Math.sign(atMs - beforeMs) * stepMs
  return Array.from({ length: MOST_AHEAD }, (_, i) => atMs + (i + 1) * by)
}
