import { deviceList } from '@vedette/contract/calls/device'
import { login, loginOptions, logout, renewSession, userInfo } from '@vedette/contract/calls/user'
import { permissionSet } from '@vedette/contract/catalogue'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { IDLE_MS, LIFETIME_MS } from '../../authority/token.ts'
import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { FAILURES_OF_ACCOUNT, FAILURES_OF_ADDRESS, KNOWN_MS, WINDOW_MS } from './attempts.ts'

const WRONG = 'Wrong#Horse9'

describe.each(engines)('sessions on %s', (engine) => {
  let app: TestApp
  let networks = 0
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const code = async (answer: Promise<Answer>): Promise<string> => (await answer).CODE

  async function fail(times: number, company: string, account: string, address: string): Promise<void> {
    for (let i = 0; i < times; i++)
      expect(await code(app.login(company, account, WRONG, address))).toBe(CODES.wrongPassword.code)
  }

  it('tells the login form no enterprise when there are several', async () => {
    await app.company()
    expect(await app.ask(loginOptions, {})).toEqual({ EnterpriseCode: '', Provider: '' })
  })

  it('admits the bare and the full name, in any case', async () => {
    const company = await app.company()
    for (const name of [ADMINISTRATOR, `${company.code}_${ADMINISTRATOR}`, ADMINISTRATOR.toUpperCase()]) {
      const reply = await app.ask(login, {
        EnterpriseCode: company.code.toUpperCase(),
        Account: name,
        Password: PASSWORD,
      })
      expect(reply.CompanyInfos).toHaveLength(1)
      expect(reply.CompanyInfos[0]).toMatchObject({
        CompanyID: company.companyId,
        UID: company.accountId,
        RoleStatus: 1,
        AdminRole: 0,
        SaasID: 'vedette',
        TimeZone: 'Europe/Berlin',
      })
    }
  })

  it('gives a full administrator the whole catalogue and another role what it holds', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { deviceManger: ['add'], nonsense: ['x'], vehicle: [] })
    const permissionsOf = async (Account: string): Promise<unknown> => {
      const body = { EnterpriseCode: company.code, Account, Password: PASSWORD }
      return JSON.parse((await app.ask(login, body)).CompanyInfos[0]?.Permissions ?? '')
    }
    expect(await permissionsOf(ADMINISTRATOR)).toEqual(permissionSet(['base']))
    expect(await permissionsOf(clerk.name)).toMatchObject([
      { pageKey: 'deviceManger', feature: [{ key: 'add', pageKey: 'deviceManger' }] },
    ])
  })

  it('answers a wrong password, account and enterprise alike', async () => {
    const company = await app.company()
    const answers = [
      await app.login(company.code, ADMINISTRATOR, WRONG),
      await app.login(company.code, 'nobody', PASSWORD),
      await app.login('nowhere', ADMINISTRATOR, PASSWORD),
      await app.login(company.code, ADMINISTRATOR, PASSWORD.toLowerCase()),
    ]
    for (const answer of answers) expect(answer).toEqual({ CODE: CODES.wrongPassword.code, BODY: {} })
  })

  it('says that an account is disabled only to whom knows its password', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    await app.platform.companies.disableAccount(company.companyId, clerk.accountId)
    expect(await code(app.login(company.code, clerk.name, WRONG))).toBe(CODES.wrongPassword.code)
    expect(await code(app.login(company.code, clerk.name))).toBe(CODES.accountDisabled.code)
  })

  it('slows guessing at one account down, says how long, and leaves other addresses and accounts alone', async () => {
    const company = await app.company()
    await fail(FAILURES_OF_ACCOUNT, company.code, ADMINISTRATOR, '198.51.100.1')
    const limited = await app.login(company.code, ADMINISTRATOR, PASSWORD, '198.51.100.1')
    expect(limited).toEqual({ CODE: CODES.tooManyTries.code, BODY: { RetryAfter: 15 * 60 } })
    // The full name is the same account.
    const full = `${company.code}_${ADMINISTRATOR}`
    expect(await code(app.login(company.code, full, PASSWORD, '198.51.100.1'))).toBe(CODES.tooManyTries.code)
    const clerk = await app.account(company, {})
    expect(await code(app.login(company.code, clerk.name, PASSWORD, '198.51.100.1'))).toBe('200')
    expect(await code(app.login(company.code, ADMINISTRATOR, PASSWORD, '198.51.100.2'))).toBe('200')

    app.clock.advance(WINDOW_MS)
    expect(await code(app.login(company.code, ADMINISTRATOR, PASSWORD, '198.51.100.1'))).toBe('200')
  })

  it('forgets the failures of an account whose password was right', async () => {
    const company = await app.company()
    for (let round = 0; round < 3; round++) {
      await fail(FAILURES_OF_ACCOUNT - 1, company.code, ADMINISTRATOR, '198.51.100.3')
      expect(await code(app.login(company.code, ADMINISTRATOR, PASSWORD, '198.51.100.3'))).toBe('200')
    }
  })

  it('counts a whole IPv6 network of a customer as one address', async () => {
    const company = await app.company()
    for (let i = 0; i < FAILURES_OF_ACCOUNT; i++)
      await fail(1, company.code, ADMINISTRATOR, `2001:db8::${i + 1}:1`)
    expect(await code(app.login(company.code, ADMINISTRATOR, PASSWORD, '2001:db8::ffff'))).toBe(
      CODES.tooManyTries.code,
    )
    expect(await code(app.login(company.code, ADMINISTRATOR, PASSWORD, '2001:db8:0:1::1'))).toBe('200')
  })

  it('slows one address down that tries many accounts', async () => {
    const company = await app.company()
    const [address, elsewhere] = [`2001:db8:4:${++networks}::1`, `2001:db8:5:${networks}::1`]
    for (let i = 0; i < FAILURES_OF_ADDRESS; i++) await fail(1, company.code, `guess${i}`, address)
    expect(await code(app.login(company.code, 'other', WRONG, address))).toBe(CODES.tooManyTries.code)
    expect(await code(app.login(company.code, 'other', WRONG, elsewhere))).toBe(CODES.wrongPassword.code)
  })

  it('lets no burst of guesses through the limit', async () => {
    const company = await app.company()
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => code(app.login(company.code, ADMINISTRATOR, WRONG, '198.51.100.6'))),
    )
    // Two are checked at once, so one may pass while the last that counts is still under way.
    expect(burst.filter((it) => it === CODES.wrongPassword.code).length).toBeLessThanOrEqual(
      FAILURES_OF_ACCOUNT + 1,
    )
    expect(burst.every((it) => it === CODES.wrongPassword.code || it === CODES.tooManyTries.code)).toBe(true)
  })

  it('answers a crowd that logs in at once with sessions or an overload, never with an error', async () => {
    const company = await app.company()
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        app.login(company.code, ADMINISTRATOR, PASSWORD, `203.0.113.${i}`),
      ),
    )
    const codes = answers.map((answer) => answer.CODE)
    expect(new Set([...codes, '200', CODES.overloaded.code])).toEqual(new Set(['200', CODES.overloaded.code]))
    expect(codes.filter((it) => it === '200').length).toBeGreaterThanOrEqual(64)
  })

  it('tells who one is', async () => {
    const company = await app.company()
    const info = await app.ask(userInfo, {}, company.token)
    expect(info).toEqual({
      Account: `${company.code}_${ADMINISTRATOR}`,
      AccountType: 0,
      Name: ADMINISTRATOR,
      Icon: '',
      PasswordRule: 'strong',
      ExpiresAt: app.clock.now() + IDLE_MS,
    })
  })

  it('is opened for who logged in from an address before, although a stranger there guessed all day', async () => {
    const company = await app.company()
    const known = await app.account(company, {})
    const other = await app.account(company, {})
    const address = '198.51.100.77'
    const logIn = (name: string, password?: string) => code(app.login(company.code, name, password, address))
    expect(await logIn(known.name)).toBe('200')
    const guess = async () => {
      for (let i = 0; i < FAILURES_OF_ADDRESS; i += FAILURES_OF_ACCOUNT)
        await fail(FAILURES_OF_ACCOUNT, company.code, `guessed${i}`, address)
    }
    await guess()
    expect(await logIn(other.name)).toBe(CODES.tooManyTries.code)
    expect(await logIn(known.name)).toBe('200')
    // His own failures count as ever.
    await fail(FAILURES_OF_ACCOUNT, company.code, known.name, address)
    expect(await logIn(known.name)).toBe(CODES.tooManyTries.code)
    app.clock.advance(WINDOW_MS)
    await guess()
    expect(await logIn(known.name)).toBe('200')
    app.clock.leap(KNOWN_MS)
    await guess()
    expect(await logIn(known.name)).toBe(CODES.tooManyTries.code)
    app.clock.advance(WINDOW_MS)
    expect(await logIn(known.name)).toBe('200')
  })

  it('ends at log-out, and only that session', async () => {
    const company = await app.company()
    const second = await app.tokenOf(company.code, ADMINISTRATOR)
    await app.ask(logout, {}, company.token)
    expect(await code(app.send(deviceList, {}, company.token))).toBe(CODES.tokenExpired.code)
    expect(await code(app.send(deviceList, {}, second))).toBe('200')
  })

  it('ends after 12 hours without activity, not after 12 hours with some', async () => {
    const company = await app.company()
    const idle = await app.tokenOf(company.code, ADMINISTRATOR)
    app.clock.advance(IDLE_MS - 1000)
    expect(await code(app.send(userInfo, {}, company.token))).toBe('200')
    app.clock.advance(1000)
    expect(await code(app.send(userInfo, {}, idle))).toBe(CODES.tokenExpired.code)
    expect(await code(app.send(userInfo, {}, company.token))).toBe('200')
  })

  it('ends after 7 days, however busy', async () => {
    const company = await app.company()
    for (let spent = 0; spent < LIFETIME_MS - IDLE_MS / 2; spent += IDLE_MS / 2) {
      app.clock.advance(IDLE_MS / 2)
      expect(await code(app.send(userInfo, {}, company.token))).toBe('200')
    }
    app.clock.advance(IDLE_MS / 2)
    expect(await code(app.send(userInfo, {}, company.token))).toBe(CODES.tokenExpired.code)
  })

  it('has 7 days more when it is renewed, and 12 hours of idleness', async () => {
    const company = await app.company()
    app.clock.advance(IDLE_MS / 2)
    const { ExpiresAt } = await app.ask(renewSession, {}, company.token)
    expect(ExpiresAt).toBe(app.clock.now() + IDLE_MS)
    const { storage } = app.platform
    const sessions = storage.db.selectFrom('session').where('company_id', '=', company.companyId)
    expect(await storage.read(sessions.select('expires_at'))).toEqual([
      { expires_at: app.clock.now() + LIFETIME_MS },
    ])
  })

  it('of a wall that is watched never goes dark: an old one is renewed like a young one', async () => {
    const company = await app.company()
    const { storage } = app.platform
    const bornLongAgo = storage.db
      .updateTable('session')
      .set({ created_at: app.clock.now() - 9 * LIFETIME_MS })
    await storage.write([bornLongAgo.where('company_id', '=', company.companyId)])
    expect((await app.ask(renewSession, {}, company.token)).ExpiresAt).toBe(app.clock.now() + IDLE_MS)
    const sessions = storage.db.selectFrom('session').where('company_id', '=', company.companyId)
    expect(await storage.read(sessions.select('expires_at'))).toEqual([
      { expires_at: app.clock.now() + LIFETIME_MS },
    ])
  })

  it('stores no token and no password that could be used', async () => {
    const company = await app.company()
    const { storage } = app.platform
    const rows = [
      await storage.read(storage.db.selectFrom('session').selectAll()),
      await storage.read(storage.db.selectFrom('account').selectAll()),
      await storage.read(storage.db.selectFrom('login_attempt').selectAll()),
    ]
    const dump = JSON.stringify(rows)
    expect(dump).toContain('$argon2id$')
    for (const secret of [company.token, PASSWORD, WRONG]) expect(dump).not.toContain(secret)
  })

  it('logs no token and no password', async () => {
    const company = await app.company()
    await app.login(company.code, ADMINISTRATOR, 'Canary#Horse9', '198.51.100.9')
    await app.send(login, { EnterpriseCode: 7, Account: [], Password: 'Canary#Horse9' })
    await app.send(deviceList, { GID: 'Canary#Horse9' }, company.token)
    await app.fetch(`/vms/user/login?Password=Canary%23Horse9&t=${company.token}`, {
      method: 'POST',
      body: 'x',
    })
    expect(app.logged()).toContain('"path":"/vms/user/login"')
    for (const secret of [company.token, PASSWORD, 'Canary#Horse9', 'Canary%23Horse9'])
      expect(app.logged()).not.toContain(secret)
  })
})
