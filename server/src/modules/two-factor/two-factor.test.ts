/** Second factors on a real database, below HTTP, with a clock that the test moves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { Throttle } from '../../engines/throttle.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { type BareCompany, COMPANY, openBareCompany } from '../../testing/bare-company.ts'
import { engines } from '../../testing/storage.ts'
import { createSecondFactors, SECOND_FACTOR_TRIES, type SecondFactors } from './two-factor.ts'

describe.each(engines)('a second factor, below HTTP, on %s', (engine) => {
  let company: BareCompany
  let clock: TestClock
  let factors: SecondFactors
  let account: string
  beforeAll(async () => {
    company = await openBareCompany(engine)
  })
  afterAll(() => company?.close())
  beforeEach(async () => {
    const { storage, secretBox } = company
    clock = new TestClock()
    account = await company.newAccount()
    const throttle = new Throttle(storage, clock)
    factors = createSecondFactors({ storage, clock, secretBox, throttle, brand: 'Vedette' })
  })

  const begin = async () =>
    authenticatorOf((await factors.begin(COMPANY, account, 'acme_boss')).Secret, clock)
  /** One that is on; the clock stands a step after its first code. */
  async function on() {
    const code = await begin()
    const recovery = await factors.confirm(COMPANY, account, code())
    clock.advance(30_000)
    return { code, recovery }
  }
  const accept = (typed: string, companyId = COMPANY) => factors.accept(companyId, account, typed)
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('is off until it was confirmed, and on from then', async () => {
    expect(await factors.isOn(COMPANY, account)).toBe(false)
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: false, RecoveryCodesLeft: 0 })
    const code = await begin()
    expect(await factors.isOn(COMPANY, account)).toBe(false)
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: false, RecoveryCodesLeft: 0 })
    expect(await accept(code())).toBe(false)
    await factors.confirm(COMPANY, account, code())
    expect(await factors.isOn(COMPANY, account)).toBe(true)
    expect(await factors.isOn('company2', account)).toBe(false)
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: true, RecoveryCodesLeft: 10 })
  })

  it('is told to an authenticator by a secret of 20 bytes and its address', async () => {
    const { Secret, Uri } = await factors.begin(COMPANY, account, 'acme_boss')
    expect(Secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(Uri).toBe(`otpauth://totp/Vedette:acme_boss?secret=${Secret}&issuer=Vedette`)
  })

  it('can be begun anew while it is off, and the last secret counts', async () => {
    const early = await begin()
    const late = await begin()
    await expect(factors.confirm(COMPANY, account, early())).rejects.toThrow('"Word":"secondFactor"')
    await factors.confirm(COMPANY, account, late())
    await expect(begin()).rejects.toThrow('noDataAuthority')
    await expect(factors.confirm(COMPANY, account, late())).rejects.toThrow('noDataAuthority')
  })

  it('that was never begun can be neither confirmed nor shown', async () => {
    await expect(factors.confirm(COMPANY, account, '123456')).rejects.toThrow('noDataAuthority')
    expect(await accept('123456')).toBe(false)
  })

  it('is confirmed by a code with spaces in it, and a wrong one says which field', async () => {
    const code = await begin()
    await expect(factors.confirm(COMPANY, account, wrong(code()))).rejects.toMatchObject({
      reason: 'badInput',
      body: { Field: 'Code', Word: 'secondFactor' },
    })
    expect(await factors.isOn(COMPANY, account)).toBe(false)
    expect(await factors.confirm(COMPANY, account, ` ${code().replace(/^.../, '$& ')} `)).toHaveLength(10)
  })

  it('is shown once by each code, never by an earlier one', async () => {
    const { code } = await on()
    const first = code()
    expect(await accept(first)).toBe(true)
    expect(await accept(first)).toBe(false)
    clock.advance(30_000)
    expect(await accept(first)).toBe(false)
    expect(await accept(code())).toBe(true)
    clock.advance(30_000)
    expect(await accept(`${code().slice(0, 3)}-${code().slice(3)}`)).toBe(true)
    clock.advance(30_000)
    expect(await accept(wrong(code()))).toBe(false)
    expect(await accept(code(), 'company2')).toBe(false)
  })

  it('is not shown by the code that confirmed it', async () => {
    const code = await begin()
    await factors.confirm(COMPANY, account, code())
    expect(await accept(code())).toBe(false)
  })

  it('has ten recovery codes that differ, each good once, however it is typed', async () => {
    const { recovery } = await on()
    expect(new Set(recovery).size).toBe(10)
    for (const code of recovery) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const [one = '', two = '', three = ''] = recovery
    expect(await accept(one)).toBe(true)
    expect(await accept(one)).toBe(false)
    expect(await accept(two.toLowerCase().replaceAll('-', ' '))).toBe(true)
    expect(await accept(three.replaceAll('-', ''))).toBe(true)
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: true, RecoveryCodesLeft: 7 })
  })

  it('gives five tries in fifteen minutes, all of them again to who had it right', async () => {
    expect(SECOND_FACTOR_TRIES).toEqual({ limit: 5, windowMs: 900_000 })
    const { code, recovery } = await on()
    for (let i = 0; i < 4; i++) expect(await accept('000000 wrong')).toBe(false)
    expect(await accept(code())).toBe(true)
    for (let i = 0; i < 5; i++) expect(await accept('000000 wrong')).toBe(false)
    await expect(accept(recovery[0] ?? '')).rejects.toThrow('tooManyTries {"RetryAfter":900}')
    clock.advance(900_000)
    expect(await accept(recovery[0] ?? '')).toBe(true)
  })

  it('gives five tries to confirm it too, and a right one forgets the wrong', async () => {
    const code = await begin()
    for (let i = 0; i < 4; i++)
      await expect(factors.confirm(COMPANY, account, wrong(code()))).rejects.toThrow('badInput')
    await factors.confirm(COMPANY, account, code())
    clock.advance(30_000)
    for (let i = 0; i < 5; i++) expect(await accept('000000 wrong')).toBe(false)
    await expect(accept(code())).rejects.toThrow('tooManyTries')
    account = await company.newAccount()
    const other = await begin()
    for (let i = 0; i < 5; i++)
      await expect(factors.confirm(COMPANY, account, wrong(other()))).rejects.toThrow('badInput')
    await expect(factors.confirm(COMPANY, account, other())).rejects.toThrow('tooManyTries')
  })

  it('ends with its recovery codes, and another may be begun', async () => {
    const { code, recovery } = await on()
    const [first, second] = [account, await company.newAccount()]
    account = second
    await on()
    await factors.end(COMPANY, first)
    expect(await factors.state(COMPANY, second)).toEqual({ IsOn: true, RecoveryCodesLeft: 10 })
    account = first
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: false, RecoveryCodesLeft: 0 })
    expect(await accept(code())).toBe(false)
    const { recovery: fresh } = await on()
    expect(await factors.state(COMPANY, account)).toEqual({ IsOn: true, RecoveryCodesLeft: 10 })
    expect(await accept(recovery[0] ?? '')).toBe(false)
    expect(await accept(fresh[0] ?? '')).toBe(true)
  })

  it('is used once by two who show the same code at once', async () => {
    const { code, recovery } = await on()
    for (const typed of [code(), recovery[0] ?? '']) {
      const answers = await Promise.all([1, 2, 3].map(() => accept(typed)))
      expect(answers.filter(Boolean)).toHaveLength(1)
    }
  })
})
