/** Slows guessing down: failures are counted for an account from an address, and for an address whatever the account. */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

import { Refusal } from '@vedette/contract/codes'

import type { Clock } from '../../engines/clock.ts'
import type { AttemptStore } from './store.ts'

/** Reading 16's window, for log-ins as well. */
export const WINDOW_MS = 15 * 60 * 1000
export const FAILURES_OF_ACCOUNT = 5
/** A whole control room may share one address. */
export const FAILURES_OF_ADDRESS = 50

interface Attempt {
  enterpriseCode: string
  accountName: string
  address: string
}

export class Attempts {
  readonly #store: AttemptStore
  readonly #clock: Clock

  constructor(store: AttemptStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Throws Refusal `tooManyTries` with the seconds to wait. The account stays open to other addresses. */
  async check(attempt: Attempt): Promise<void> {
    const now = this.#clock.now()
    const limits = limitsOf(attempt)
    const counted = await this.#store.countsOf([...limits.keys()])
    for (const { key, count, window_start } of counted) {
      const leftMs = window_start + WINDOW_MS - now
      if (leftMs > 0 && count >= (limits.get(key) ?? 0))
        throw new Refusal('tooManyTries', { RetryAfter: Math.ceil(leftMs / 1000) })
    }
  }

  async countFailure(attempt: Attempt): Promise<void> {
    const now = this.#clock.now()
    await this.#store.count([...limitsOf(attempt).keys()], now, now - WINDOW_MS)
  }

  /** Whoever knows the password did not guess it. Failures of the address stay: they may be against other accounts. */
  async forgive(attempt: Attempt): Promise<void> {
    await this.#store.forget(keyOfAccount(attempt))
  }
}

function limitsOf(attempt: Attempt): Map<string, number> {
  return new Map([
    [keyOfAccount(attempt), FAILURES_OF_ACCOUNT],
    [hash(['address', networkOf(attempt.address)]), FAILURES_OF_ADDRESS],
  ])
}

function keyOfAccount({ enterpriseCode, accountName, address }: Attempt): string {
  return hash(['account', enterpriseCode, accountName, networkOf(address)])
}

/** Hashed, since people type passwords into the field above. */
function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** One customer has a whole IPv6 /64, so it counts as one address. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
