import { accountList, updateUserAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import {
  deleteIdentityProvider,
  identityProvider as identityProviderCall,
  outerLogin,
  outerLoginBegin,
  setIdentityProvider,
} from '@vedette/contract/calls/outer-login'
import { resetPassword } from '@vedette/contract/calls/own-account'
import { deleteRole, newRole } from '@vedette/contract/calls/role'
import { loginOptions, logout, userInfo } from '@vedette/contract/calls/user'
import type { BodyOf } from '@vedette/contract/call'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { CLIENT, type IdentityProvider, identityProvider } from '../../testing/identity-provider.ts'
import { atProvider, beginSignOn, bodyOf, companyWithProvider, finishSignOn } from '../../testing/sign-on.ts'
import { engines } from '../../testing/storage.ts'
import { AT_PROVIDER_MS } from './outer-login.ts'

const PATIENCE = { timeout: 60_000 }

describe.each(engines)('single sign-on on %s', (engine) => {
  let app: TestApp
  let directory: IdentityProvider
  let made = 0

  beforeAll(async () => {
    directory = await identityProvider()
    app = await startTestApp({
      engine,
      config: { loopbackProviderPorts: [directory.port] },
    })
    directory.open(app.platform.address)
  })
  afterAll(async () => {
    await app?.close()
    await directory?.close()
  })

  const setUp = () => companyWithProvider(app, directory.issuer)

  function person(groups: readonly string[]): string {
    const id = `person${++made}`
    directory.people.set(id, { name: `Person ${made}`, email: `${id}@example.com`, groups })
    return id
  }

  const begin = (company: TestCompany, cookie?: string) => beginSignOn(app, company, cookie)

  const finish = (body: BodyOf<typeof outerLogin>, cookie: string) => finishSignOn(app, body, cookie)

  async function logIn(company: TestCompany, id: string): Promise<Answer> {
    const { url, cookie } = await begin(company)
    return finish(bodyOf(await atProvider(directory, id, url)), cookie)
  }

  async function sessionOf(company: TestCompany, id: string) {
    const { CODE, BODY } = await logIn(company, id)
    expect({ CODE, BODY }).toMatchObject({ CODE: '200' })
    const { CompanyInfos, Account } = outerLogin.reply.parse(BODY)
    const [info] = CompanyInfos
    if (!info) throw new Error('a log-in without a company')
    return { ...info, Account }
  }

  const accountsOf = async (company: TestCompany) =>
    (await app.ask(accountList, { PageSize: 100 }, company.token)).List
  const refusal = (code: string, Word: string) => ({ CODE: code, BODY: { Word } })
  const notBegun = refusal(CODES.loginInvalid.code, 'outerBegun')

  it('gives who logs in at the provider an account with the role and the regions of the settings', async () => {
    const { company, roleId } = await setUp()
    expect((await app.ask(loginOptions, { EnterpriseCode: company.code })).Provider).toBe('Directory')
    const id = person(['visitors', 'guards'])
    const session = await sessionOf(company, id)
    expect(session).toMatchObject({
      Role: roleId,
      RoleStatus: 0,
      AdminRole: 1,
      Account: `${company.code}_${id}`,
    })
    expect(await app.ask(userInfo, {}, session.Utoken)).toMatchObject({
      AccountType: 1,
      Name: `Person ${made}`,
    })
    const account = (await accountsOf(company)).find(({ AccountID }) => AccountID === session.UID)
    expect(account).toMatchObject({ Email: `${id}@example.com`, AllRegions: false, GIDs: [company.rootGid] })
    const own = { oldPassword: PASSWORD, password: 'Other#Horse9' }
    expect(await app.send(resetPassword, own, session.Utoken)).toMatchObject({
      BODY: { Word: 'outerAccount' },
    })
    await expect
      .poll(async () => (await app.ask(auditList, { AccountID: session.UID }, company.token)).List, PATIENCE)
      .toContainEqual(expect.objectContaining({ Path: outerLogin.path, Details: { made: 'account' } }))

    const again = await sessionOf(company, id)
    expect(again.UID).toBe(session.UID)
    await app.ask(logout, {}, again.Utoken)
    expect((await app.send(userInfo, {}, again.Utoken)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.send(userInfo, {}, session.Utoken)).CODE).toBe('200')
  })

  it('takes nobody for the owner of an account of the same name or e-mail address', async () => {
    const { company } = await setUp()
    const clerk = await app.account(company, {})
    directory.people.set(clerk.name, { name: 'Clerk', email: 'clerk@example.com', groups: ['guards'] })
    const session = await sessionOf(company, clerk.name)
    expect(session.UID).not.toBe(clerk.accountId)
    expect(session.Account).toBe(`${company.code}_${clerk.name}2`)
  })

  it('keeps the people of two companies at one provider apart', async () => {
    const id = person(['guards'])
    const [one, other] = [await setUp(), await setUp()]
    const [here, there] = [await sessionOf(one.company, id), await sessionOf(other.company, id)]
    expect(here.CompanyID).not.toBe(there.CompanyID)
    expect(here.UID).not.toBe(there.UID)
  })

  it('refuses who is in no group that has a role, and makes no account', async () => {
    const { company } = await setUp()
    const before = (await accountsOf(company)).length
    for (const groups of [[], ['visitors'], ['Guards']])
      expect(await logIn(company, person(groups))).toMatchObject(
        refusal(CODES.loginInvalid.code, 'outerNoRole'),
      )
    expect(await accountsOf(company)).toHaveLength(before)
  })

  it('makes no accounts where that is switched off, and lets those in that are there', async () => {
    const { company, settings } = await setUp()
    const id = person(['guards'])
    await sessionOf(company, id)
    await app.ask(setIdentityProvider, { ...settings, MakesAccounts: false, GIDs: [] }, company.token)
    await sessionOf(company, id)
    expect(await logIn(company, person(['guards']))).toMatchObject(
      refusal(CODES.loginInvalid.code, 'outerNoAccount'),
    )
  })

  it('ends the sessions when the map changes; the next log-in gives the new role, and none what is gone', async () => {
    const { company, settings } = await setUp()
    const id = person(['guards'])
    const first = await sessionOf(company, id)
    // What decides nothing ends nothing.
    await app.ask(setIdentityProvider, { ...settings, Name: 'Register' }, company.token)
    expect((await app.send(userInfo, {}, first.Utoken)).CODE).toBe('200')

    const role = await app.ask(newRole, { RoleName: 'Chiefs', permissions: [] }, company.token)
    const changed = { ...settings, Roles: [{ Group: 'guards', RoleID: role.id }] }
    await app.ask(setIdentityProvider, changed, company.token)
    expect((await app.send(userInfo, {}, first.Utoken)).CODE).toBe(CODES.tokenExpired.code)
    const second = await sessionOf(company, id)
    expect(second).toMatchObject({ UID: first.UID, Role: role.id })

    // Out of the group at the provider: nobody here.
    directory.people.set(id, { name: 'Person', email: 'person@example.com', groups: [] })
    expect(await logIn(company, id)).toMatchObject(refusal(CODES.loginInvalid.code, 'outerNoRole'))
    expect((await app.send(userInfo, {}, second.Utoken)).CODE).toBe(CODES.tokenExpired.code)
    const target = { AccountID: second.UID, RoleID: settings.Roles[0]?.RoleID ?? '' }
    await app.ask(updateUserAccount, target, company.token)
    await app.ask(deleteRole, { id: role.id }, company.token)
    const left = await app.ask(identityProviderCall, {}, company.token)
    expect(left.Provider?.Roles).toEqual([])
    directory.people.set(id, { name: 'Person', email: 'person@example.com', groups: ['guards'] })
    expect(await logIn(company, id)).toMatchObject(refusal(CODES.loginInvalid.code, 'outerNoRole'))
  })

  it('refuses a disabled account, and its company reads of that', async () => {
    const { company } = await setUp()
    const id = person(['guards'])
    const { UID, Utoken } = await sessionOf(company, id)
    await app.ask(updateUserAccount, { AccountID: UID, Disabled: true }, company.token)
    expect((await app.send(userInfo, {}, Utoken)).CODE).toBe(CODES.tokenExpired.code)
    expect((await logIn(company, id)).CODE).toBe(CODES.accountDisabled.code)
    await expect
      .poll(async () => (await app.ask(auditList, { AccountID: UID }, company.token)).List, PATIENCE)
      .toContainEqual(expect.objectContaining({ Path: outerLogin.path, Outcome: 'refused' }))
  })

  it('admits a browser once, and only the one that began', async () => {
    const { company } = await setUp()
    const id = person(['guards'])
    const one = await begin(company)
    expect(one.given).toMatch(/^vedette-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
    const sent = bodyOf(await atProvider(directory, id, one.url))
    const other = await begin(company)
    expect(await finish(sent, '')).toMatchObject(notBegun)
    // Anyone who tried it elsewhere used it up.
    expect(await finish(sent, one.cookie)).toMatchObject(notBegun)

    const begun = await begin(company, other.cookie)
    expect(begun.cookie).toBe(other.cookie)
    const mine = bodyOf(await atProvider(directory, id, begun.url))
    expect((await finish(mine, begun.cookie)).CODE).toBe('200')
    expect(await finish(mine, begun.cookie)).toMatchObject(notBegun)

    // The provider's code is good once as well, whatever state it comes with.
    const later = await begin(company)
    const State = later.url.searchParams.get('state') ?? ''
    expect(await finish({ ...mine, State }, later.cookie)).toMatchObject({
      ...refusal(CODES.loginInvalid.code, 'outerDoubtful'),
      BODY: { Values: { Detail: 'invalid_grant' } },
    })

    const stranger = await begin(company)
    const foreign = bodyOf(await atProvider(directory, id, stranger.url))
    expect(await finish({ ...foreign, State: 'A'.repeat(43) }, stranger.cookie)).toMatchObject(notBegun)
    const slow = await begin(company)
    const late = bodyOf(await atProvider(directory, id, slow.url))
    app.clock.advance(AT_PROVIDER_MS)
    expect(await finish(late, slow.cookie)).toMatchObject(notBegun)
  })

  it('shows the secret to nobody, and sends it to no other provider', async () => {
    const { company, settings } = await setUp()
    const shown = await app.ask(identityProviderCall, {}, company.token)
    expect(shown).toMatchObject({
      RedirectUri: app.platform.address,
      Provider: { HasSecret: true, Issuer: directory.issuer },
    })
    expect(JSON.stringify(shown)).not.toContain(CLIENT.secret)
    expect(app.logged()).not.toContain(CLIENT.secret)
    const { ClientSecret: _secret, ...kept } = settings
    await app.ask(setIdentityProvider, { ...kept, Name: 'Renamed' }, company.token)
    await sessionOf(company, person(['guards']))
    expect(
      await app.send(setIdentityProvider, { ...kept, Issuer: 'http://127.0.0.1:9' }, company.token),
    ).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'ClientSecret', Word: 'missing' } })
  })

  it('asks only addresses that a provider may have', async () => {
    const { company, settings } = await setUp()
    const tried = async (Issuer: string): Promise<unknown> =>
      (await app.send(setIdentityProvider, { ...settings, Issuer }, company.token)).BODY
    for (const issuer of [
      'ftp://login.example.com',
      'login',
      'https://a:b@login.example.com',
      'https://x.example/?a',
    ])
      expect(await tried(issuer)).toMatchObject({ Field: 'Issuer', Word: 'providerScheme' })
    const own = new URL(app.platform.address).port
    for (const host of [
      'http://169.254.169.254',
      'https://169.254.10.10',
      'http://127.0.0.1:9',
      'https://127.0.0.1:9',
    ])
      expect(await tried(host)).toMatchObject({ Field: 'Issuer', Word: 'providerAddress' })
    for (const host of [`http://127.0.0.1:${own}`, 'http://192.0.2.7', 'https://0.0.0.0', 'http://[::1]:9'])
      expect(await tried(host)).toMatchObject({ Field: 'Issuer', Word: 'providerAddress' })
    expect(await tried(`${directory.issuer}/elsewhere`)).toMatchObject({ Word: 'providerSilent' })
    // People have the address of the document at hand.
    await app.ask(
      setIdentityProvider,
      { ...settings, Issuer: `${directory.issuer}/.well-known/openid-configuration` },
      company.token,
    )
    await sessionOf(company, person(['guards']))
  })

  it('is over for everybody when it is switched off or taken away', async () => {
    const { company, settings } = await setUp()
    const id = person(['guards'])
    const { Utoken } = await sessionOf(company, id)
    const open = await begin(company)
    const sent = bodyOf(await atProvider(directory, id, open.url))
    await app.ask(setIdentityProvider, { ...settings, IsOn: false }, company.token)
    expect((await app.send(userInfo, {}, Utoken)).CODE).toBe(CODES.tokenExpired.code)
    expect(await finish(sent, open.cookie)).toMatchObject({ BODY: { Word: 'outerOff' } })
    const names = { EnterpriseCode: company.code }
    expect(await app.send(outerLoginBegin, names)).toMatchObject({ BODY: { Word: 'outerOff' } })
    expect((await app.ask(loginOptions, names)).Provider).toBe('')
    expect(await app.send(outerLoginBegin, { EnterpriseCode: 'nobody' })).toMatchObject({
      BODY: { Word: 'outerOff' },
    })
    await app.ask(setIdentityProvider, settings, company.token)
    const again = await sessionOf(company, id)
    await app.ask(deleteIdentityProvider, {}, company.token)
    expect((await app.send(userInfo, {}, again.Utoken)).CODE).toBe(CODES.tokenExpired.code)
  })
})
