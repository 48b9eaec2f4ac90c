import { join } from 'node:path'

import { accountList, resetDefaultPassword, updateUserAccount } from '@vedette/contract/calls/account'
import {
  acceptInvitation,
  invitation,
  invite,
  resendInvitation,
  withdrawInvitation,
} from '@vedette/contract/calls/invitation'
import { forgetPassword } from '@vedette/contract/calls/login-steps'
import { login, userInfo, sendVerifyCode } from '@vedette/contract/calls/user'
import { auditList } from '@vedette/contract/calls/audit'
import type { BodyOf } from '@vedette/contract/call'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { readOutbox } from '../../engines/senders/outbox.ts'
import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { INVITATION_MS, INVITATIONS } from './invitation.ts'

const MINUTE_MS = 60_000

describe.each(engines)('invitations on %s', (engine) => {
  let app: TestApp
  let made = 0
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  /** The token of the last link that went to an account. */
  async function tokenFor(company: TestCompany, name: string): Promise<string> {
    const messages = await readOutbox(join(app.archiveFolder, '../outbox'))
    const text = messages.findLast(({ account }) => account === `${company.code}_${name}`)?.text ?? ''
    const [, origin, token = ''] = /(http:\S+?)#\/invitation\?token=([\w-]{43})/.exec(text) ?? []
    expect(origin).toBe(app.platform.address)
    return token
  }

  async function invited(
    company: TestCompany,
    more: Partial<BodyOf<typeof invite>> = {},
    by = company.token,
  ) {
    const name = `guest${++made}`
    const { roleId } = await app.account(company, { realTimeVideo: [] })
    const body = { Account: name, Name: 'Guest', Email: `${name}@example.com`, RoleID: roleId, ...more }
    const { AccountID, Sent } = await app.ask(invite, body, by)
    expect(Sent).toBe(true)
    return { name, id: AccountID, roleId, token: await tokenFor(company, name) }
  }

  const ended = { CODE: CODES.loginInvalid.code, BODY: { Word: 'invitation' } }
  const stateOf = async (company: TestCompany, id: string) =>
    (await app.ask(accountList, { PageSize: 100 }, company.token)).List.find((it) => it.AccountID === id)

  it('lead their owner to a password of his own and in, once, with the role and the regions that waited', async () => {
    const company = await app.company()
    const gid = await app.region(company)
    const guest = await invited(company, { AllRegions: false, GIDs: [gid] })
    expect(await stateOf(company, guest.id)).toMatchObject({
      InvitedUntil: app.clock.now() + 7 * 24 * 60 * MINUTE_MS,
      GIDs: [gid],
    })
    expect(await app.ask(invitation, { Token: guest.token })).toEqual({
      Account: `${company.code}_${guest.name}`,
      EnterpriseCode: company.code,
      CompanyName: (await app.ask(login, names(company))).CompanyInfos[0]?.CompanyName,
      PasswordRule: 'strong',
    })
    // A password that breaks the rule does not cost the link.
    const weak = await app.send(acceptInvitation, { Token: guest.token, Password: 'short' })
    expect(weak).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'Password' } })
    const accepted = { Token: guest.token, Password: PASSWORD }
    const { CompanyInfos } = await app.ask(acceptInvitation, accepted)
    expect(CompanyInfos).toMatchObject([{ UID: guest.id, Role: guest.roleId, AdminRole: 0 }])
    expect((await app.ask(userInfo, {}, CompanyInfos[0]?.Utoken)).Name).toBe('Guest')
    expect(await app.send(acceptInvitation, accepted)).toMatchObject(ended)
    expect(await app.send(invitation, { Token: guest.token })).toMatchObject(ended)
    expect((await app.login(company.code, guest.name)).CODE).toBe('200')
    expect(await stateOf(company, guest.id)).toMatchObject({ InvitedUntil: 0 })
  })

  function names(company: TestCompany) {
    return { EnterpriseCode: company.code, Account: 'boss', Password: PASSWORD }
  }

  it('let one in when two accept at once', async () => {
    const company = await app.company()
    const { token: Token } = await invited(company)
    const both = ['Correct#Horse9', 'Other#Horse9'].map((Password) =>
      app.send(acceptInvitation, { Token, Password }),
    )
    const codes = (await Promise.all(both)).map(({ CODE }) => CODE)
    expect(codes.toSorted()).toEqual(['200', CODES.loginInvalid.code])
  })

  it('are not used up by a password that found no turn', async () => {
    const company = await app.company()
    const { token: Token } = await invited(company)
    const accepted = { Token, Password: PASSWORD }
    // More than may wait for their turn at once.
    const crowd = Array.from({ length: 70 }, () => app.login(company.code, 'boss'))
    const first = await app.send(acceptInvitation, accepted)
    await Promise.all(crowd)
    const after = await app.send(acceptInvitation, accepted)
    expect(after.CODE).toBe(first.CODE === '200' ? CODES.loginInvalid.code : '200')
  })

  it('are the only way in before they are accepted', async () => {
    const company = await app.company()
    const guest = await invited(company)
    expect((await app.login(company.code, guest.name)).CODE).toBe(CODES.wrongPassword.code)
    const account = { EnterpriseCode: company.code, Account: guest.name }
    const before = (await readOutbox(join(app.archiveFolder, '../outbox'))).length
    await app.ask(sendVerifyCode, { ...account, Purpose: 'reset' })
    const forged = { ...account, VerifyCode: '000000', Password: PASSWORD }
    expect((await app.send(forgetPassword, forged)).CODE).toBe(CODES.badInput.code)
    expect(await readOutbox(join(app.archiveFolder, '../outbox'))).toHaveLength(before)

    await app.ask(updateUserAccount, { AccountID: guest.id, Disabled: true }, company.token)
    const accepted = { Token: guest.token, Password: PASSWORD }
    expect((await app.send(acceptInvitation, accepted)).CODE).toBe(CODES.accountDisabled.code)
    await app.ask(updateUserAccount, { AccountID: guest.id, Disabled: false }, company.token)
    // An administrator's password takes its place.
    await app.ask(resetDefaultPassword, { AccountID: guest.id }, company.token)
    expect(await app.send(acceptInvitation, accepted)).toMatchObject(ended)
  })

  it('end with their time, with the next link and when they are withdrawn', async () => {
    const company = await app.company()
    const guest = await invited(company)
    app.clock.leap(INVITATION_MS)
    const token = await app.tokenOf(company.code, 'boss')
    expect(await app.send(invitation, { Token: guest.token })).toMatchObject(ended)
    expect(await app.ask(resendInvitation, { AccountID: guest.id }, token)).toEqual({ Sent: true })
    const again = await tokenFor(company, guest.name)
    expect(again).not.toBe(guest.token)
    expect(await app.send(invitation, { Token: guest.token })).toMatchObject(ended)
    expect((await app.ask(invitation, { Token: again })).EnterpriseCode).toBe(company.code)
    expect(await app.send(resendInvitation, { AccountID: guest.id }, token)).toEqual({
      CODE: CODES.tooManyTries.code,
      BODY: { RetryAfter: 60 },
    })
    // Who was refused has cost nobody his link.
    expect((await app.ask(invitation, { Token: again })).EnterpriseCode).toBe(company.code)
    await app.ask(withdrawInvitation, { AccountID: guest.id }, token)
    expect(await app.send(invitation, { Token: again })).toMatchObject(ended)
    expect(await stateOf({ ...company, token }, guest.id)).toBeUndefined()

    const clerk = await app.account(company, {})
    app.clock.advance(MINUTE_MS)
    for (const call of [resendInvitation, withdrawInvitation])
      expect(await app.send(call, { AccountID: clerk.accountId }, token)).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Field: 'AccountID', Word: 'notInvited' },
      })
  })

  it('reach people by telephone alone, are in the log, and are looked for by guessing a hundred times at most', async () => {
    const company = await app.company()
    const guest = await invited(company, { Email: '', Phone: '+49 30 1234567' })
    const { List } = await app.ask(auditList, { Paths: [invite.path] }, company.token)
    expect(List).toMatchObject([{ Details: { name: guest.name } }])
    const from = `2001:db8:${++made}::1`
    const look = (Token: string, address = from) => app.send(invitation, { Token }, undefined, address)
    for (const none of ['none', 'A'.repeat(43)]) expect(await look(none)).toMatchObject(ended)
    for (let i = 2; i < 100; i++) expect((await look(guest.token)).CODE).toBe('200')
    expect(await look(guest.token)).toEqual({
      CODE: CODES.tooManyTries.code,
      BODY: { RetryAfter: 15 * 60 },
    })
    // A customer has a whole /64.
    expect((await look(guest.token, `${from}:2`)).CODE).toBe(CODES.tooManyTries.code)
    expect((await app.send(invitation, { Token: guest.token })).CODE).toBe('200')
  })

  it('are not sent with a link that leads nowhere, and nobody is made who would wait for one', async () => {
    const missing = {
      CODE: CODES.unavailable.code,
      BODY: { Field: 'AccountID', Word: 'publicUrlMissing' },
    }
    const far = await startTestApp({ config: { host: '0.0.0.0', publicUrl: undefined } })
    try {
      const company = await far.company()
      const { roleId: RoleID, accountId: AccountID } = await far.account(company, {})
      const body = { Account: 'guest', Name: 'Guest', Email: 'guest@example.com', RoleID }
      expect(await far.send(invite, body, company.token)).toMatchObject(missing)
      expect((await far.ask(accountList, { Keyword: 'guest' }, company.token)).Total).toBe(0)
      expect(await far.send(resendInvitation, { AccountID }, company.token)).toMatchObject(missing)
    } finally {
      await far.close()
    }
  })

  it('give nobody more than the one who invites has, and are bounded', async () => {
    const company = await app.company()
    const chief = await app.account(company, { realTimeVideo: ['PTZ'] })
    const clerk = await app.account(company, { accountManger: ['add'], realTimeVideo: [] })
    const body = { Account: 'taller', Name: 'Taller', Email: 'taller@example.com', RoleID: chief.roleId }
    expect((await app.send(invite, body, clerk.token)).CODE).toBe(CODES.beyondOwnRights.code)
    const { Email: _email, ...unreachable } = { ...body, RoleID: clerk.roleId }
    expect(await app.send(invite, unreachable, clerk.token)).toMatchObject({ BODY: { Word: 'noWayToReach' } })
    const boss = (await app.ask(accountList, {}, company.token)).List.find(({ Self }) => Self)
    const withdrawn = { AccountID: boss?.AccountID ?? '' }
    expect((await app.send(withdrawInvitation, withdrawn, clerk.token)).CODE).toBe(CODES.beyondOwnRights.code)

    const mine = { ...body, RoleID: clerk.roleId }
    const taken = { ...mine, Account: 'boss' }
    const codes = new Set<string>()
    for (let at = 0; at <= INVITATIONS.limit && !codes.has(CODES.tooManyTries.code); at++)
      codes.add((await app.send(invite, taken, clerk.token)).CODE)
    expect([...codes]).toEqual([CODES.accountExists.code, CODES.tooManyTries.code])
    expect(await app.send(invite, taken, clerk.token)).toMatchObject({ BODY: { RetryAfter: 60 * 60 } })
    // Other accounts' invitations are counted apart.
    expect((await app.send(invite, taken, company.token)).CODE).toBe(CODES.accountExists.code)
  })
})

it('stay although no message could leave, which is said', async () => {
  // Nobody listens on the port of the discard protocol.
  const app = await startTestApp({
    config: { smtpUrl: new Secret('smtp://127.0.0.1:9'), mailFrom: 'vedette@example.com' },
  })
  const company = await app.company()
  const { roleId: RoleID } = await app.account(company, {})
  const body = { Account: 'guest', Name: 'Guest', Email: 'guest@example.com', RoleID }
  const { AccountID, Sent } = await app.ask(invite, body, company.token)
  expect(Sent).toBe(false)
  const { List } = await app.ask(accountList, { Keyword: 'guest' }, company.token)
  expect(List).toMatchObject([{ AccountID, Account: `${company.code}_guest` }])
  await app.close()
})
