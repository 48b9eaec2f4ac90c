/** Passwords that are replaced between the look at an account and what that look lets in. */
import { join } from 'node:path'

import { resetDefaultPassword, updateUserAccount } from '@vedette/contract/calls/account'
import { forgetPassword, loginNewPassword } from '@vedette/contract/calls/login-steps'
import { linkCompany, linkedCompanies, resetPassword } from '@vedette/contract/calls/own-account'
import { login, sendVerifyCode } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readOutbox } from '../../engines/senders/outbox.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import {
  ADMINISTRATOR,
  PASSWORD,
  startTestApp,
  type TestAccount,
  type TestApp,
  type TestCompany,
} from '../../testing/app.ts'
import { engines, openTestStorage, type TestStorage } from '../../testing/storage.ts'

const NEW = 'Fresh%Kite42'
const OTHER = 'Brisk&Lark73'

describe.each(engines)('a password that is replaced meanwhile on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let clerk: TestAccount
  let database: TestStorage
  let read: Storage['read']
  beforeAll(async () => {
    database = await openTestStorage(engine)
    const { storage } = database
    read = storage.read.bind(storage)
    app = await startTestApp({ overrides: { storage } })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(async () => {
    company = await app.company()
    clerk = await app.account(company, {})
  })
  afterEach(() => {
    database.storage.read = read
  })

  const isLook = (row: unknown) => typeof row === 'object' && row !== null && 'password_hash' in row

  /** Lets something happen right after the call looked at an account for the `nth` time. */
  function afterLook(nth: number, happens: () => Promise<unknown>): void {
    const { storage } = database
    let looks = 0
    storage.read = async <Row>(query: Query<Row>) => {
      const rows = await read(query)
      if (rows.some(isLook) && ++looks === nth) {
        storage.read = read
        await happens()
      }
      return rows
    }
  }

  const sessionsOf = async ({ accountId }: Pick<TestAccount, 'accountId'>) => {
    const { db } = database.storage
    const open = db.selectFrom('session').where('account_id', '=', accountId).where('revoked_at', 'is', null)
    return (await read(open.select('id'))).length
  }
  const body = () => ({ EnterpriseCode: company.code, Account: clerk.name, Password: PASSWORD })
  const change = () => app.ask(resetPassword, { oldPassword: PASSWORD, password: NEW }, clerk.token)
  const reset = () => app.ask(resetDefaultPassword, { AccountID: clerk.accountId }, company.token)
  const codeFor = async (Purpose: 'login' | 'reset') => {
    await app.ask(sendVerifyCode, { EnterpriseCode: company.code, Account: clerk.name, Purpose })
    const messages = async () =>
      (await readOutbox(join(app.archiveFolder, '../outbox'))).filter(
        ({ account }) => account === `${company.code}_${clerk.name}`,
      )
    await expect.poll(messages, { timeout: 60_000 }).toHaveLength(1)
    return /\d{6}/.exec((await messages())[0]?.text ?? '')?.[0] ?? ''
  }
  const outrun = { CODE: CODES.loginInvalid.code, BODY: { Field: 'Ticket', Word: 'loginTicket' } }

  it('leaves no session to a log-in with the old one', async () => {
    for (const replace of [change, reset]) {
      clerk = await app.account(company, {})
      afterLook(2, replace)
      expect(await app.send(login, body())).toMatchObject(outrun)
      expect(await sessionsOf(clerk)).toBe(0)
    }
  })

  it('leaves none to an account that was barred and admitted again', async () => {
    const AccountID = clerk.accountId
    afterLook(2, () => app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token))
    expect(await app.send(login, body())).toMatchObject(outrun)
    await app.ask(updateUserAccount, { AccountID, Disabled: false }, company.token)
    expect(await sessionsOf(clerk)).toBe(0)
  })

  it('leaves none to a log-in with a verification code', async () => {
    const VerifyCode = await codeFor('login')
    afterLook(1, change)
    const { EnterpriseCode, Account } = body()
    expect(await app.send(login, { EnterpriseCode, Account, VerifyCode })).toMatchObject(outrun)
    expect(await sessionsOf(clerk)).toBe(0)
  })

  it('leaves no ticket to choose an own one', async () => {
    const { Password } = await reset()
    afterLook(2, reset)
    expect(await app.send(login, { ...body(), Password })).toMatchObject(outrun)
  })

  it('is not replaced by a change that shows the one before', async () => {
    const refusal = { BODY: { Field: 'oldPassword', Word: 'oldPassword' } }
    afterLook(1, reset)
    const answer = await app.send(resetPassword, { oldPassword: PASSWORD, password: OTHER }, clerk.token)
    expect(answer).toMatchObject(refusal)
    expect((await app.login(company.code, clerk.name, OTHER)).CODE).toBe(CODES.wrongPassword.code)
  })

  it('is not replaced with a ticket or a code from before', async () => {
    const { Password } = await reset()
    const { Challenge } = await app.ask(login, { ...body(), Password })
    afterLook(1, reset)
    const chosen = { Ticket: Challenge?.Ticket ?? '', Password: OTHER }
    expect(await app.send(loginNewPassword, chosen)).toMatchObject(outrun)
    const VerifyCode = await codeFor('reset')
    afterLook(1, reset)
    expect(await app.send(forgetPassword, { ...body(), VerifyCode, Password: OTHER })).toMatchObject({
      BODY: { Field: 'VerifyCode', Word: 'verifyCode' },
    })
    expect((await app.login(company.code, clerk.name, OTHER)).CODE).toBe(CODES.wrongPassword.code)
  })

  describe('in another company', () => {
    let other: TestCompany
    beforeEach(async () => {
      other = await app.company()
    })
    const link = (): Promise<Answer> =>
      app.send(
        linkCompany,
        { OwnPassword: PASSWORD, EnterpriseCode: other.code, Account: ADMINISTRATOR, Password: PASSWORD },
        clerk.token,
      )
    const changeOther = () => app.ask(resetPassword, { oldPassword: PASSWORD, password: NEW }, other.token)

    it('leaves no session there', async () => {
      expect((await link()).CODE).toBe('200')
      afterLook(3, changeOther)
      const { CompanyInfos } = await app.ask(login, body())
      expect(CompanyInfos.map(({ CompanyID }) => CompanyID)).toEqual([company.companyId])
      expect(await sessionsOf(other)).toBe(0)
    })

    it('leaves no link to it', async () => {
      afterLook(3, changeOther)
      expect((await link()).CODE).toBe(CODES.wrongPassword.code)
      expect(await app.ask(linkedCompanies, {}, clerk.token)).toEqual({ Total: 0, List: [] })
    })
  })
})
