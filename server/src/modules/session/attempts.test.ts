/** The limits of log-ins on a real database, below HTTP, each at its edge. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { engines, openTestStorage, type TestStorage } from '../../testing/storage.ts'
import { attemptStore } from './attempt-store.ts'
import {
  type Attempt,
  Attempts,
  FAILURES_EVERYWHERE,
  FAILURES_OF_ACCOUNT,
  FAILURES_OF_ADDRESS,
  KNOWN_MS,
  WINDOW_MS,
} from './attempts.ts'

const MINUTE_MS = 60_000

it('the limits are those of the readings', () => {
  expect([WINDOW_MS, KNOWN_MS]).toEqual([15 * MINUTE_MS, 30 * 24 * 60 * MINUTE_MS])
  expect([FAILURES_OF_ACCOUNT, FAILURES_OF_ADDRESS, FAILURES_EVERYWHERE]).toEqual([5, 50, 200])
})

describe.each(engines)('tries on %s', (engine) => {
  let database: TestStorage
  let clock: TestClock
  let attempts: Attempts
  beforeAll(async () => {
    database = await openTestStorage(engine)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const { storage } = database
    await storage.write([storage.db.deleteFrom('login_attempt')])
    clock = new TestClock()
    attempts = new Attempts(attemptStore(storage), clock)
  })

  const boss: Attempt = { enterpriseCode: 'acme', accountName: 'boss', address: '198.51.100.1' }
  const isOpen = (attempt: Attempt): Promise<boolean> =>
    attempts.check(attempt).then(
      () => true,
      () => false,
    )
  const wait = (attempt: Attempt): Promise<unknown> =>
    attempts.check(attempt).then(
      () => undefined,
      (error: { body: unknown }) => error.body,
    )

  /** So many failures as another account or from another address, each told by its number. */
  async function fail(times: number, of: (i: number) => Partial<Attempt> = () => ({})): Promise<void> {
    for (let i = 0; i < times; i++) await attempts.countFailure({ ...boss, ...of(i) })
  }

  it('of an account from an address end with the fifth failure, for it alone', async () => {
    await fail(FAILURES_OF_ACCOUNT - 1)
    expect(await isOpen(boss)).toBe(true)
    await fail(1)
    expect(await wait(boss)).toEqual({ RetryAfter: 15 * 60 })
    expect(await isOpen({ ...boss, accountName: 'clerk' })).toBe(true)
    expect(await isOpen({ ...boss, enterpriseCode: 'other' })).toBe(true)
    expect(await isOpen({ ...boss, address: '198.51.100.2' })).toBe(true)
  })

  it('begin anew 15 minutes after the first failure, not before', async () => {
    await fail(1)
    clock.advance(5 * MINUTE_MS)
    await fail(4)
    expect(await wait(boss)).toEqual({ RetryAfter: 10 * 60 })
    clock.advance(10 * MINUTE_MS - 1)
    expect(await wait(boss)).toEqual({ RetryAfter: 1 })
    clock.advance(1)
    expect(await isOpen(boss)).toBe(true)
    await fail(4)
    expect(await isOpen(boss)).toBe(true)
    await fail(1)
    expect(await wait(boss)).toEqual({ RetryAfter: 15 * 60 })
  })

  it('of an address end with the fiftieth failure, whatever the accounts', async () => {
    await fail(FAILURES_OF_ADDRESS - 1, (i) => ({ accountName: `guess${i}` }))
    expect(await isOpen(boss)).toBe(true)
    await expect(attempts.checkAddress(boss)).resolves.toBeUndefined()
    await fail(1, () => ({ accountName: 'last' }))
    expect(await isOpen(boss)).toBe(false)
    await expect(attempts.checkAddress(boss)).rejects.toThrow('tooManyTries')
    expect(await isOpen({ ...boss, address: '198.51.100.2' })).toBe(true)
  })

  it('of an account from everywhere end with the two hundredth failure', async () => {
    await fail(FAILURES_EVERYWHERE - 1, (i) => ({ address: `10.0.${i}.1` }))
    expect(await isOpen(boss)).toBe(true)
    await fail(1, () => ({ address: '10.1.0.1' }))
    expect(await isOpen(boss)).toBe(false)
    expect(await isOpen({ ...boss, accountName: 'clerk' })).toBe(true)
    // A verification code has tries of its own.
    await expect(attempts.checkAddress(boss)).resolves.toBeUndefined()
  })

  it('check the address alone where it is asked about alone', async () => {
    await fail(FAILURES_OF_ACCOUNT)
    await expect(attempts.checkAddress(boss)).resolves.toBeUndefined()
  })

  it('of others do not count against who is known at an address, his own do', async () => {
    await attempts.forgive(boss)
    await fail(FAILURES_OF_ADDRESS, (i) => ({ accountName: `guess${i}` }))
    await fail(FAILURES_EVERYWHERE, (i) => ({ address: `10.0.${i}.1` }))
    expect(await isOpen(boss)).toBe(true)
    await expect(attempts.checkAddress(boss)).resolves.toBeUndefined()
    expect(await isOpen({ ...boss, accountName: 'clerk' })).toBe(false)
    expect(await isOpen({ ...boss, address: '198.51.100.2' })).toBe(false)
    await fail(FAILURES_OF_ACCOUNT)
    expect(await isOpen(boss)).toBe(false)
    await attempts.forgive(boss)
    expect(await isOpen(boss)).toBe(true)
  })

  it('remember who is known for 30 days after his last log-in', async () => {
    await attempts.forgive(boss)
    clock.advance(KNOWN_MS / 2)
    await attempts.forgive(boss)
    const isKnown = async (): Promise<boolean> => {
      await fail(FAILURES_OF_ADDRESS, (i) => ({ accountName: `guess${i}` }))
      return isOpen(boss)
    }
    clock.advance(KNOWN_MS - 1)
    expect(await isKnown()).toBe(true)
    clock.advance(1)
    expect(await isKnown()).toBe(false)
  })

  it('leave nothing behind but what still counts, and no name in clear', async () => {
    const { storage } = database
    await fail(1)
    // No counter of the platform counts for longer.
    clock.advance(24 * 60 * 60 * 1000)
    await fail(1, () => ({ accountName: 'clerk' }))
    const rows = await storage.read(storage.db.selectFrom('login_attempt').selectAll())
    expect(rows).toHaveLength(3)
    for (const { key, count, window_start } of rows) {
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect([count, window_start]).toEqual([1, clock.now()])
    }
  })
})
