/** Verification codes on a real database, below HTTP, with a clock that the test moves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import type { Message, Recipient } from '../../engines/senders/senders.ts'
import { type BareCompany, COMPANY, openBareCompany } from '../../testing/bare-company.ts'
import { engines } from '../../testing/storage.ts'
import { CODE_EVERY_MS, CODE_MS, CODE_TRIES, createVerifyCodes, type VerifyCodes } from './verify-code.ts'

const TO: Recipient = { account: 'acme_boss', phone: null, email: 'boss@example.com' }

it('a code is good for five minutes and five tries, one a minute', () => {
  expect([CODE_MS, CODE_TRIES, CODE_EVERY_MS]).toEqual([300_000, 5, 60_000])
})

describe.each(engines)('a verification code, below HTTP, on %s', (engine) => {
  let company: BareCompany
  let clock: TestClock
  let codes: VerifyCodes
  let sent: { to: Recipient; message: Message }[]
  let account: string
  let made = 0
  beforeAll(async () => {
    company = await openBareCompany(engine)
  })
  afterAll(() => company?.close())
  beforeEach(async () => {
    clock = new TestClock()
    const list: typeof sent = []
    sent = list
    account = await company.newAccount()
    codes = createVerifyCodes({
      storage: company.storage,
      clock,
      newId: () => `code${++made}`,
      secretBox: company.secretBox,
      senders: { send: async (to, message) => void list.push({ to, message }) },
      brand: 'Vedette',
    })
  })

  /** The code that was sent last. */
  async function send(purpose: 'login' | 'reset' = 'login'): Promise<string> {
    await codes.send(COMPANY, account, purpose, TO)
    return sent.at(-1)?.message.subject.slice(0, 6) ?? ''
  }
  const check = (typed: string, purpose: 'login' | 'reset' = 'login', companyId = COMPANY) =>
    codes.check(companyId, account, purpose, typed)
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('is six digits, and says in both languages what it is for', async () => {
    const login = await send()
    expect(login).toMatch(/^\d{6}$/)
    expect(sent).toEqual([
      {
        to: TO,
        message: {
          subject: `${login} - Vedette`,
          text:
            `${login} is your code to log in. It is valid for 5 minutes; tell it to nobody.\n` +
            `${login} 是您的登录验证码，5 分钟内有效，请勿告知他人。`,
        },
      },
    ])
    const reset = await send('reset')
    expect(sent[1]?.message.text).toContain(`${reset} is your code to choose a new password.`)
    expect(sent[1]?.message.text).toContain('重置密码验证码')
  })

  it('is of all numbers of six digits, leading zeros included', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 40; i++) {
      seen.add(await send())
      clock.advance(CODE_EVERY_MS)
    }
    expect(seen.size).toBeGreaterThan(30)
    for (const code of seen) expect(code).toMatch(/^\d{6}$/)
  })

  it('is good until it is used, once, by one of several at once', async () => {
    const code = await send()
    const id = await check(code)
    expect(id).toBeDefined()
    expect(await check(code)).toBe(id)
    expect(await codes.use('company2', id ?? '')).toBe(false)
    expect(await codes.use(COMPANY, 'no such')).toBe(false)
    const used = await Promise.all([1, 2, 3].map(() => codes.use(COMPANY, id ?? '')))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect(await check(code)).toBeUndefined()
  })

  it('is of its company, account and purpose alone', async () => {
    const code = await send()
    expect(await check(code, 'reset')).toBeUndefined()
    expect(await check(code, 'login', 'company2')).toBeUndefined()
    const own = account
    account = 'another'
    expect(await check(code)).toBeUndefined()
    account = own
    expect(await check(code)).toBeDefined()
  })

  it('gives five tries, right or wrong, of whatever length', async () => {
    const code = await send()
    for (const typed of [wrong(code), '', `${code}0`, code.slice(1)])
      expect(await check(typed)).toBeUndefined()
    expect(await check(code)).toBeDefined()
    expect(await check(code)).toBeUndefined()
  })

  it('ends after five minutes, to the millisecond, although it was checked before', async () => {
    const code = await send()
    clock.advance(CODE_MS - 1)
    const id = await check(code)
    expect(id).toBeDefined()
    clock.advance(1)
    expect(await check(code)).toBeUndefined()
    expect(await codes.use(COMPANY, id ?? '')).toBe(false)
  })

  it('is sent once a minute for each purpose, and the last one counts', async () => {
    const early = await send()
    await send('reset')
    clock.advance(CODE_EVERY_MS - 1)
    await codes.send(COMPANY, account, 'login', TO)
    expect(sent).toHaveLength(2)
    expect(await check(early)).toBeDefined()
    clock.advance(1)
    const late = await send()
    expect(sent).toHaveLength(3)
    if (early !== late) expect(await check(early)).toBeUndefined()
    expect(await check(late)).toBeDefined()
  })

  it('of another account or purpose stays when a new one is sent', async () => {
    const reset = await send('reset')
    const first = account
    const second = await company.newAccount()
    account = second
    const other = await send()
    account = first
    clock.advance(CODE_EVERY_MS)
    await send()
    expect(await check(reset, 'reset')).toBeDefined()
    account = second
    expect(await check(other)).toBeDefined()
  })

  it('is kept sealed, and not for longer than it is good', async () => {
    const code = await send()
    const { storage } = company
    const rows = () =>
      storage.read(storage.db.selectFrom('verify_code').where('account_id', '=', account).selectAll())
    const [row] = await rows()
    expect(row).toMatchObject({ created_at: clock.now(), expires_at: clock.now() + CODE_MS, tries: 0 })
    expect(JSON.stringify(row)).not.toContain(code)
    clock.advance(CODE_MS)
    await send()
    expect(await rows()).toHaveLength(2)
    clock.advance(CODE_EVERY_MS)
    await send()
    expect(await rows()).toHaveLength(2)
  })
})
