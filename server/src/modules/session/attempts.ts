/** Slows guessing down: failures are counted for an account from an address, and for an address whatever the account. */
import { createHash } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'

import type { Clock } from '../../engines/clock.ts'
import { networkOf } from '../../http/network.ts'
import type { AttemptStore } from './attempt-store.ts'

/** Reading 16's window, for log-ins as well. */
export const WINDOW_MS = 15 * 60 * 1000
export const FAILURES_OF_ACCOUNT = 5
/** A whole control room may share one address. */
export const FAILURES_OF_ADDRESS = 50
/** Guessers may have many addresses; who is known at his own, or has a verification code, is not kept out by them. */
export const FAILURES_EVERYWHERE = 200
/** Anyone who logged in from an address within this time is not kept out by the failures of others there. */
export const KNOWN_MS = 30 * 24 * 60 * 60 * 1000

export interface Attempt {
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
    await this.#enforce(limitsOf(attempt), attempt)
  }

  /** Like `check`, for what counts its own attempts: the address alone is checked. */
  async checkAddress(attempt: Attempt): Promise<void> {
    await this.#enforce(new Map([[keyOfAddress(attempt), FAILURES_OF_ADDRESS]]), attempt)
  }

  /** Counts a try before it is checked, so that no burst gets past a limit, and throws as `check` does. */
  async begin(attempt: Attempt): Promise<void> {
    const now = this.#clock.now()
    const limits = limitsOf(attempt)
    const counted = await this.#store.count([...limits.keys()], now, now - WINDOW_MS)
    await this.#enforce(limits, attempt, counted, (count, limit) => count > limit)
  }

  async #enforce(
    limits: Map<string, number>,
    attempt: Attempt,
    counted?: Awaited<ReturnType<AttemptStore['count']>>,
    isOver = (count: number, limit: number) => count >= limit,
  ): Promise<void> {
    const now = this.#clock.now()
    const known = keyOfKnown(attempt)
    const stored = await this.#store.countsOf(counted ? [known] : [...limits.keys(), known])
    const running = [...(counted ?? []), ...stored]
      .map(({ key, count, window_start }) => ({ key, count, leftMs: window_start + WINDOW_MS - now }))
      .filter(({ leftMs }) => leftMs > 0)
    if (running.some(({ key }) => key === known))
      for (const key of [keyOfAddress(attempt), keyOfEverywhere(attempt)]) limits.delete(key)
    for (const { key, count, leftMs } of running)
      if (isOver(count, limits.get(key) ?? Infinity))
        throw new Refusal('tooManyTries', { RetryAfter: Math.ceil(leftMs / 1000) })
  }

  async countFailure(attempt: Attempt): Promise<void> {
    const now = this.#clock.now()
    await this.#store.count([...limitsOf(attempt).keys()], now, now - WINDOW_MS)
  }

  /** Like `forgive`, for an attempt that `begin` counted. */
  async passed(attempt: Attempt): Promise<void> {
    await this.#store.uncount([keyOfAddress(attempt), keyOfEverywhere(attempt)])
    await this.forgive(attempt)
  }

  /** Anyone who knows the password did not guess it. Failures of the address stay: they may be against other accounts. */
  async forgive(attempt: Attempt): Promise<void> {
    // Counters are swept once their window is over, and this one's ends with the knowledge.
    const windowStart = this.#clock.now() + KNOWN_MS - WINDOW_MS
    await this.#store.forgive(keyOfAccount(attempt), keyOfKnown(attempt), windowStart)
  }
}

/** Counted for the name that was typed as well. Anyone who had the right code begins anew. */
export const codesOfDay = ({ enterpriseCode, accountName }: Attempt, purpose: 'login' | 'reset') => [
  'codes of a day',
  enterpriseCode,
  accountName,
  purpose,
]

function limitsOf(attempt: Attempt): Map<string, number> {
  return new Map([
    [keyOfAccount(attempt), FAILURES_OF_ACCOUNT],
    [keyOfAddress(attempt), FAILURES_OF_ADDRESS],
    [keyOfEverywhere(attempt), FAILURES_EVERYWHERE],
  ])
}

function keyOfEverywhere({ enterpriseCode, accountName }: Attempt): string {
  return hash(['everywhere', enterpriseCode, accountName])
}

function keyOfAccount({ enterpriseCode, accountName, address }: Attempt): string {
  return hash(['account', enterpriseCode, accountName, networkOf(address)])
}

function keyOfAddress({ address }: Attempt): string {
  return hash(['address', networkOf(address)])
}

function keyOfKnown({ enterpriseCode, accountName, address }: Attempt): string {
  return hash(['known', enterpriseCode, accountName, networkOf(address)])
}

/** Hashed, since people type passwords into the field above. */
function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
