/** The operator's way in, below the command that `operator-commands.test.ts` runs. */
import { addAccount, updateUserAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { twoFactor, twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { loginNewPassword } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { LET_IN } from '@vedette/contract/titles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  PASSWORD,
  startTestApp,
  type TestAccount,
  type TestApp,
  type TestCompany,
} from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { engines } from '../../testing/storage.ts'
import { openAuditLog } from '../audit/index.ts'
import { openLetIn } from './index.ts'

const OWN = 'Meadow5-clock'
const ISSUED_MS = 72 * 60 * 60 * 1000

describe.each(engines)('who is let in on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let clerk: TestAccount
  let letIn: (fullName: string) => Promise<string>
  beforeAll(async () => {
    app = await startTestApp({ engine })
    const { storage, authority } = app.platform
    const { clock } = app
    const onError = (error: unknown): never => {
      throw error
    }
    const audit = openAuditLog({ storage, key: Buffer.alloc(32), clock, onError })
    letIn = openLetIn({ storage, authority, clock, audit, host: 'machine.example' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    company = await app.company()
    clerk = await app.account(company, {})
  })

  const answer = (Password: string) => app.login(company.code, clerk.name, Password)
  const challenge = async (Password: string) =>
    (await app.ask(login, { EnterpriseCode: company.code, Account: clerk.name, Password })).Challenge

  it('gets a password that is good for choosing an own one, and for nothing else', async () => {
    const Password = await letIn(`${company.code.toUpperCase()}_${clerk.name.toUpperCase()}`)
    expect(Password.length).toBeGreaterThanOrEqual(12)
    expect(Password.toLowerCase()).not.toContain(clerk.name)
    expect((await app.send(userInfo, {}, clerk.token)).CODE).toBe(CODES.tokenExpired.code)
    expect((await answer(PASSWORD)).CODE).toBe(CODES.wrongPassword.code)
    const step = await challenge(Password)
    expect(step?.Kind).toBe('newPassword')
    const own = { Ticket: step?.Ticket ?? '', Password: OWN }
    expect((await app.ask(loginNewPassword, own)).CompanyInfos).toHaveLength(1)
    // Nobody else was touched.
    expect((await app.send(userInfo, {}, company.token)).CODE).toBe('200')
    expect(await app.tokenOf(company.code, 'boss')).not.toBe('')
  })

  it('may have a name of several words', async () => {
    const Account = 'night_shift_2'
    const { roleId: RoleID } = clerk
    await app.ask(addAccount, { Account, Name: 'Night', RoleID }, company.token)
    const Password = await letIn(`${company.code}_${Account}`)
    const reply = await app.ask(login, { EnterpriseCode: company.code, Account, Password })
    expect(reply.Challenge?.Kind).toBe('newPassword')
  })

  it('has 72 hours for it', async () => {
    const Password = await letIn(`${company.code}_${clerk.name}`)
    app.clock.advance(ISSUED_MS - 1)
    expect((await challenge(Password))?.Kind).toBe('newPassword')
    app.clock.advance(1)
    expect((await answer(Password)).CODE).not.toBe('200')
  })

  it('is barred no longer, and needs no second factor', async () => {
    const { Secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, clerk.token)
    await app.ask(twoFactorConfirm, { Code: authenticatorOf(Secret, app.clock)() }, clerk.token)
    const bar = { AccountID: clerk.accountId, Disabled: true }
    await app.ask(updateUserAccount, bar, company.token)
    const Password = await letIn(`${company.code}_${clerk.name}`)
    const step = await challenge(Password)
    expect(step?.Kind).toBe('newPassword')
    const own = { Ticket: step?.Ticket ?? '', Password: OWN }
    const { CompanyInfos } = await app.ask(loginNewPassword, own)
    expect((await app.ask(twoFactor, {}, CompanyInfos[0]?.Utoken)).IsOn).toBe(false)
  })

  it('finds no step of an earlier log-in open', async () => {
    const first = await letIn(`${company.code}_${clerk.name}`)
    const step = await challenge(first)
    await letIn(`${company.code}_${clerk.name}`)
    const late = { Ticket: step?.Ticket ?? '', Password: OWN }
    expect((await app.send(loginNewPassword, late)).CODE).not.toBe('200')
  })

  it('is in the audit log of his company, by the operator and with the name of the machine', async () => {
    await letIn(`${company.code}_${clerk.name}`)
    const { List } = await app.ask(auditList, { Paths: [LET_IN.path] }, company.token)
    expect(List).toMatchObject([
      {
        Path: '/vms/operator/letIn',
        Account: `${company.code}_(operator)`,
        AccountID: '',
        Address: 'machine.example',
        Targets: [{ Kind: 'account', ID: clerk.accountId, Name: clerk.name }],
        Outcome: 'done',
        Code: '',
        Details: {},
      },
    ])
  })

  it.each(['nobody', 'company-1_', '_boss', 'company-1_nobody', 'company-1_boss_boss', ''])(
    'is nobody where %j is no account',
    async (fullName) => {
      await expect(letIn(fullName)).rejects.toThrow(`there is no account ${fullName}`)
    },
  )
})
