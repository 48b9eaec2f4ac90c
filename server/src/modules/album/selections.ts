/** What was chosen for a download: a URL cannot name a thousand pictures, so it names their list. */
import { randomBytes } from 'node:crypto'

import type { Clock } from '../../engines/clock.ts'

/** A signed URL is good for as long. */
const KEPT_MS = 5 * 60_000
const MOST_OF_ACCOUNT = 8

interface Selection {
  companyId: string
  accountId: string
  ids: readonly string[]
  until: number
}

export class Selections {
  readonly #clock: Clock
  readonly #all = new Map<string, Selection>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(companyId: string, accountId: string, ids: readonly string[]): string {
    const now = this.#clock.now()
    for (const [name, { until }] of this.#all) if (until < now) this.#all.delete(name)
    const own = [...this.#all].filter(([, it]) => it.companyId === companyId && it.accountId === accountId)
    for (const [name] of own.slice(0, Math.max(0, own.length - MOST_OF_ACCOUNT + 1))) this.#all.delete(name)
    const name = randomBytes(18).toString('base64url')
    this.#all.set(name, { companyId, accountId, ids, until: now + KEPT_MS })
    return name
  }

  /** Undefined for one that is over, or somebody else's. */
  find(companyId: string, accountId: string, name: string): readonly string[] | undefined {
    const found = this.#all.get(name)
    const isGood = found?.companyId === companyId && found.accountId === accountId
    return isGood && found.until >= this.#clock.now() ? found.ids : undefined
  }
}
