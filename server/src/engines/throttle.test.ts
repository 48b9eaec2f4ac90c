import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { engines, openTestStorage, type TestStorage } from '../testing/storage.ts'
import { TestClock } from './clock.ts'
import { Throttle } from './throttle.ts'

const LIMIT = { limit: 3, windowMs: 60_000 }

describe.each(engines)('a throttle counts tries before they are checked, on %s', (engine) => {
  let database: TestStorage
  let clock: TestClock
  let throttle: Throttle
  beforeAll(async () => {
    database = await openTestStorage(engine)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const { storage } = database
    await storage.write([storage.db.deleteFrom('login_attempt')])
    clock = new TestClock()
    throttle = new Throttle(storage, clock)
  })

  const take = (...subject: string[]): Promise<unknown> =>
    throttle.take(subject, LIMIT).then(
      () => 'taken',
      (error: { body: unknown }) => error.body,
    )

  it('are as many as the limit, for each subject', async () => {
    for (let i = 0; i < 3; i++) expect(await take('a', 'b')).toBe('taken')
    expect(await take('a', 'b')).toEqual({ RetryAfter: 60 })
    expect(await take('ab')).toBe('taken')
    expect(await take('b', 'a')).toBe('taken')
  })

  it('begin anew when the window that began with the first is over', async () => {
    await take('a')
    clock.advance(20_000)
    for (let i = 0; i < 2; i++) await take('a')
    expect(await take('a')).toEqual({ RetryAfter: 40 })
    clock.advance(39_999)
    expect(await take('a')).toEqual({ RetryAfter: 1 })
    clock.advance(1)
    for (let i = 0; i < 3; i++) expect(await take('a')).toBe('taken')
    expect(await take('a')).toEqual({ RetryAfter: 60 })
  })

  it('are all there again for who knew the answer, and only for him', async () => {
    for (let i = 0; i < 3; i++) {
      await take('a')
      await take('b')
    }
    await throttle.forget(['a'])
    for (let i = 0; i < 3; i++) expect(await take('a')).toBe('taken')
    expect(await take('b')).toEqual({ RetryAfter: 60 })
  })

  it('outlive a restart and are kept without what was typed', async () => {
    await take('a password in the wrong field')
    const { storage } = database
    const again = new Throttle(storage, clock)
    for (let i = 0; i < 2; i++) await again.take(['a password in the wrong field'], LIMIT)
    expect(await take('a password in the wrong field')).toEqual({ RetryAfter: 60 })
    const rows = await storage.read(storage.db.selectFrom('login_attempt').select('key'))
    expect(rows.map(({ key }) => key)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  it('of a burst are not more than the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => take('a')))
    expect(answers.filter((it) => it === 'taken')).toHaveLength(3)
  })
})
