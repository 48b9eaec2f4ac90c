import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../wire/clock.fixture.ts'
import { useExpiryWarning, watchExpiry } from './session-expiry.ts'

const MINUTE = 60_000
const CHECK = 30_000

let clock: TestClock
let done: string[]
/** What the page knows, and what the server would say. */
let known: number
let truth: number
let isLinkUp: boolean
let isWallWatched: boolean
let canRenew: boolean
let stop: () => void

beforeEach(() => {
  clock = new TestClock()
  done = []
  isLinkUp = true
  isWallWatched = false
  canRenew = true
})

afterEach(() => stop())

function watch(leftMs: number): void {
  known = truth = clock.now() + leftMs
  stop = watchExpiry({
    clock,
    expiresAt: () => known,
    isLinkUp: () => isLinkUp,
    isWallWatched: () => isWallWatched,
    refresh: async () => {
      done.push('refresh')
      known = truth
    },
    renew: async () => {
      done.push('renew')
      if (canRenew) known = truth = clock.now() + 60 * MINUTE
    },
  })
}

/** Lets the time pass check by check. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= CHECK) {
    await clock.planned(CHECK)
    clock.pass(CHECK)
  }
  await clock.planned(CHECK)
}

function warnedOf(): number | undefined {
  return useExpiryWarning.getState().endsAt
}

describe('the warning before a session ends', () => {
  it('comes five minutes before the end, not earlier', async () => {
    watch(10 * MINUTE)
    await pass(4.5 * MINUTE)
    expect(warnedOf()).toBeUndefined()
    await pass(0.5 * MINUTE)
    expect(warnedOf()).toBe(truth)
  })

  it('does not come while nothing is known of an end', async () => {
    watch(0)
    known = 0
    await pass(10 * MINUTE)
    expect([warnedOf(), done]).toEqual([undefined, []])
  })

  it('does not come for a page whose heartbeats have moved the end', async () => {
    watch(10 * MINUTE)
    truth += 12 * 60 * MINUTE
    await pass(9 * MINUTE)
    expect(warnedOf()).toBeUndefined()
    expect(done).toEqual(['refresh'])
  })

  it('comes without a question to the server when the page has lost its link, for asking is activity', async () => {
    isLinkUp = false
    watch(10 * MINUTE)
    await pass(9.5 * MINUTE)
    expect(warnedOf()).toBe(known)
    expect(done).toEqual([])
  })

  it('ends in a question to the server, which knows whether the session is over', async () => {
    isLinkUp = false
    watch(6 * MINUTE)
    await pass(6 * MINUTE)
    expect(done).toEqual(['refresh'])
  })

  it('goes once the session has been renewed', async () => {
    watch(6 * MINUTE)
    await pass(2 * MINUTE)
    expect(warnedOf()).toBe(truth)
    known = truth = clock.now() + 60 * MINUTE
    await pass(CHECK)
    expect(warnedOf()).toBeUndefined()
  })

  it('never comes over a watched wall: that renews by itself', async () => {
    isWallWatched = true
    watch(6 * MINUTE)
    for (let hours = 0; hours < 5; hours++) {
      await pass(60 * MINUTE)
      expect(warnedOf()).toBeUndefined()
    }
    expect(done.filter((it) => it === 'renew').length).toBeGreaterThan(3)
  })

  it('comes over a wall that cannot be renewed, and it goes on trying', async () => {
    isWallWatched = true
    canRenew = false
    watch(6 * MINUTE)
    await pass(2 * MINUTE)
    expect(warnedOf()).toBe(truth)
    canRenew = true
    await pass(CHECK)
    expect(warnedOf()).toBeUndefined()
  })

  it('is gone with the page', async () => {
    watch(6 * MINUTE)
    await pass(2 * MINUTE)
    stop()
    expect(warnedOf()).toBeUndefined()
  })
})
