import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { SecretBox } from '../../engines/secret-box.ts'
import { createSecretKey, randomBytes } from 'node:crypto'
import { idSource } from '../../engines/ids.ts'
import { Jobs } from './jobs.ts'
import { jobStore } from './store.ts'

describe.each(engines)('jobs on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  const opened: Jobs[] = []
  beforeEach(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
  })
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close()
    await app.close()
  })

  /** Its clock is its own, so that what one machine waits for passes on the other alone. */
  function machine(secretBox: SecretBox, errors: unknown[] = [], aheadMs = 0): Jobs {
    const clock = new TestClock()
    clock.advance(aheadMs)
    const store = jobStore(app.platform.storage)
    const jobs = new Jobs({
      store,
      clock,
      secretBox,
      newId: idSource(clock),
      onError: (it) => errors.push(it),
    })
    opened.push(jobs)
    return jobs
  }

  const box = (): SecretBox => new SecretBox(createSecretKey(randomBytes(32)))
  const write = (name: string) => {
    const { db } = app.platform.storage
    const row = { company_id: company.companyId, id: name, parent_id: company.rootGid, name, position: 9 }
    return db.insertInto('region').values(row)
  }
  const regionsNamed = async (name: string): Promise<number> => {
    const { storage } = app.platform
    const query = storage.db.selectFrom('region').where('name', '=', name).select('id')
    return (await storage.read(query)).length
  }
  const stateOf = (id: string) =>
    jobStore(app.platform.storage).state(company.companyId, company.accountId, id)

  it('are done by another machine where the first one died, and once', async () => {
    const secretBox = box()
    const errors: unknown[] = []
    const died = Promise.withResolvers<void>()
    const [first, second] = [machine(secretBox, errors), machine(secretBox, errors, 60_000)]
    const began = Promise.withResolvers<void>()
    first.handle('probe', async () => {
      began.resolve()
      await died.promise
      return { result: 'first', work: [write('by-first')] }
    })
    second.handle('probe', ({ input }) => Promise.resolve({ result: input, work: [write('by-second')] }))
    const id = await first.enqueue(company.companyId, company.accountId, 'probe', 'wish')
    await began.promise
    expect(await stateOf(id)).toMatchObject({ state: 'running' })
    second.start()
    await expect
      .poll(() => stateOf(id), { timeout: 25_000 })
      .toMatchObject({ state: 'done', result: '"wish"' })
    died.resolve()
    await first.close()
    expect([await regionsNamed('by-first'), await regionsNamed('by-second')]).toEqual([0, 1])
    expect(errors).toEqual([])
  })

  it('that are done stay done when what follows fails, and the next one has its turn', async () => {
    const errors: unknown[] = []
    const jobs = machine(box(), errors)
    jobs.handle('probe', ({ input }) =>
      Promise.resolve({
        result: input,
        work: [write(input)],
        afterwards: () => Promise.reject(new Error('nobody heard')),
      }),
    )
    const ids: string[] = []
    for (const wish of ['one', 'two'])
      ids.push(await jobs.enqueue(company.companyId, company.accountId, 'probe', wish))
    for (const id of ids)
      await expect.poll(() => stateOf(id), { timeout: 25_000 }).toMatchObject({ state: 'done' })
    expect(errors).toEqual([new Error('nobody heard'), new Error('nobody heard')])
  })

  it('that go wrong are told as failed, with nothing of their work', async () => {
    const errors: unknown[] = []
    const jobs = machine(box(), errors)
    jobs.handle('probe', () => Promise.resolve({ result: '', work: [write('twice'), write('twice')] }))
    const id = await jobs.enqueue(company.companyId, company.accountId, 'probe', '')
    await expect.poll(() => stateOf(id), { timeout: 25_000 }).toMatchObject({ state: 'failed' })
    expect(await regionsNamed('twice')).toBe(0)
    expect(errors).toHaveLength(1)
    expect(await jobStore(app.platform.storage).state(company.companyId, 'somebody', id)).toBeUndefined()
  })

  it('whose input cannot be opened any more are told as failed, and not taken up again', async () => {
    const errors: unknown[] = []
    const [asked, other] = [machine(box()), machine(box(), errors)]
    other.handle('probe', () => Promise.resolve({ result: '', work: [write('unread')] }))
    await asked.close()
    const id = await asked.enqueue(company.companyId, company.accountId, 'probe', 'wish')
    other.start()
    await expect.poll(() => stateOf(id), { timeout: 25_000 }).toMatchObject({ state: 'failed' })
    await other.close()
    expect([errors.length, await regionsNamed('unread')]).toEqual([1, 0])
  })

  it('that are cancelled in the middle leave nothing of their work, and one that ended cannot be', async () => {
    const errors: unknown[] = []
    const jobs = machine(box(), errors)
    const began = Promise.withResolvers<AbortSignal>()
    const goOn = Promise.withResolvers<void>()
    jobs.handle('slow', async ({ signal }) => {
      began.resolve(signal)
      await goOn.promise
      return { result: '', work: [write('too-late')] }
    })
    jobs.handle('quick', () => Promise.resolve({ result: 'quick', work: [] }))
    const { companyId, accountId } = company
    const slow = await jobs.enqueue(companyId, accountId, 'slow', '')
    const signal = await began.promise
    expect(await jobs.cancel(companyId, 'somebody', slow)).toBe(false)
    expect(await jobs.cancel(companyId, accountId, slow)).toBe(true)
    expect(signal.aborted).toBe(true)
    goOn.resolve()
    const quick = await jobs.enqueue(companyId, accountId, 'quick', '')
    await expect.poll(() => stateOf(quick), { timeout: 60_000 }).toMatchObject({ state: 'done' })
    expect(await stateOf(slow)).toMatchObject({ state: 'cancelled' })
    expect(await regionsNamed('too-late')).toBe(0)
    expect(await jobs.cancel(companyId, accountId, quick)).toBe(false)
    expect(errors).toEqual([])
  })
})
