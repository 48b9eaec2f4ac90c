/** Who comes in by a provider or an invitation, and what other modules learn of a person. */
import { join } from 'node:path'

import { accountList, updateUserAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { acceptInvitation, invite } from '@vedette/contract/calls/invitation'
import { outerLogin, setIdentityProvider } from '@vedette/contract/calls/outer-login'
import { linkCompany } from '@vedette/contract/calls/own-account'
import { offerDevices } from '@vedette/contract/calls/transfer'
import { loginOptions, logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readOutbox } from '../../engines/senders/outbox.ts'
import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { CLIENT } from '../../testing/identity-provider.ts'
import { type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import { beginSignOn, companyWithProvider, finishSignOn } from '../../testing/sign-on.ts'

const PATIENCE = { timeout: 60_000 }

let app: TestApp
let odd: OddProvider
beforeAll(async () => {
  odd = await oddProvider(CLIENT.id)
  app = await startTestApp({ config: { loopbackProviderPorts: [odd.port] } })
})
afterAll(async () => {
  await app?.close()
  await odd?.close()
})

const refusedRows = async ({ token }: TestCompany, { path }: { path: string }) =>
  (await app.ask(auditList, { Paths: [path], Outcome: 'refused' }, token)).List

describe('who comes from the identity provider', () => {
  let company: TestCompany
  let settings: Awaited<ReturnType<typeof companyWithProvider>>['settings']
  beforeEach(async () => {
    odd.instead.clear()
    ;({ company, settings } = await companyWithProvider(app, odd.issuer))
  })

  async function answered(more: Record<string, unknown> = {}): Promise<Answer> {
    const { url, cookie } = await beginSignOn(app, company)
    odd.claims = (it) => ({ ...it, nonce: url.searchParams.get('nonce'), ...more })
    return finishSignOn(app, { State: url.searchParams.get('state') ?? '', Code: 'any' }, cookie)
  }
  async function ada() {
    const { List } = await app.ask(accountList, { PageSize: 100 }, company.token)
    const found = List.find(({ Name }) => Name === 'Ada')
    if (!found) throw new Error('nobody has come yet')
    return found
  }

  it('is told the full name of the account, under which the console remembers who was here', async () => {
    const { BODY } = await answered()
    const { Account, EnterpriseCode, CompanyInfos } = outerLogin.reply.parse(BODY)
    expect(Account).toMatch(new RegExp(`^${company.code}_.`))
    expect({ Account, EnterpriseCode }).toEqual({
      Account: (await ada()).Account,
      EnterpriseCode: company.code,
    })
    expect(CompanyInfos).toMatchObject([{ CompanyID: company.companyId }])
  })

  it('is told that the account is barred, whatever the provider says of groups, and the log has who tried', async () => {
    await answered()
    const { AccountID } = await ada()
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    for (const claims of [{}, { groups: [] }])
      expect((await answered(claims)).CODE).toBe(CODES.accountDisabled.code)
    await expect
      .poll(() => refusedRows(company, outerLogin), PATIENCE)
      .toEqual([
        expect.objectContaining({ AccountID, Code: CODES.accountDisabled.code }),
        expect.objectContaining({ AccountID, Code: CODES.accountDisabled.code }),
      ])
  })

  it('is led to the provider’s own end at log-out, where the settings say so', async () => {
    const document = `${odd.issuer}/.well-known/openid-configuration`
    const known: unknown = await (await fetch(document)).json()
    const end_session_endpoint = `${odd.issuer}/end`
    odd.instead.set(new URL(document).pathname, (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(Object.assign({}, known, { end_session_endpoint }))),
    )
    await app.ask(setIdentityProvider, { ...settings, EndsSession: true }, company.token)
    const { CompanyInfos } = outerLogin.reply.parse((await answered()).BODY)
    const { Url } = await app.ask(logout, {}, CompanyInfos[0]?.Utoken)
    expect(Url).toMatch(new RegExp(`^${end_session_endpoint}\\?`))
    expect(await app.ask(logout, {}, company.token)).toEqual({})
  })

  it('finds the provider’s name at the form, however the enterprise is typed', async () => {
    expect(await app.ask(loginOptions, { EnterpriseCode: company.code.toUpperCase() })).toEqual({
      EnterpriseCode: '',
      Provider: 'Directory',
    })
  })
})

describe('who was invited', () => {
  let made = 0
  async function invited(company: TestCompany) {
    const name = `guest${++made}`
    const { roleId: RoleID } = await app.account(company, {})
    const body = { Account: name, Name: 'Guest', Email: `${name}@example.com`, RoleID }
    const { AccountID } = await app.ask(invite, body, company.token)
    const messages = await readOutbox(join(app.archiveFolder, '../outbox'))
    const text = messages.findLast(({ account }) => account === `${company.code}_${name}`)?.text ?? ''
    return { AccountID, Token: /token=([\w-]{43})/.exec(text)?.[1] ?? '' }
  }

  it('and barred since chooses nothing, of which the log has who tried; the invitation stays good', async () => {
    const company = await app.company()
    const { AccountID, Token } = await invited(company)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    const accepted = { Token, Password: PASSWORD }
    expect((await app.send(acceptInvitation, accepted)).CODE).toBe(CODES.accountDisabled.code)
    await expect
      .poll(() => refusedRows(company, acceptInvitation), PATIENCE)
      .toMatchObject([{ AccountID, Code: CODES.accountDisabled.code }])
    await app.ask(updateUserAccount, { AccountID, Disabled: false }, company.token)
    expect((await app.send(acceptInvitation, accepted)).CODE).toBe('200')
  })

  it('is told that the invitation is used up, where another tab was faster', async () => {
    const { Token } = await invited(await app.company())
    const both = [1, 2].map(() => app.send(acceptInvitation, { Token, Password: PASSWORD }))
    const answers = await Promise.all(both)
    expect(answers.filter(({ CODE }) => CODE === '200')).toHaveLength(1)
    expect(answers.find(({ CODE }) => CODE !== '200')).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Field: 'Token', Word: 'invitation' },
    })
  })
})

describe('a person of two companies', () => {
  it('gives devices to the other one, unless the account there is barred', async () => {
    const [one, two] = [await app.company(), await app.company()]
    const clerk = await app.account(two, {})
    const link = {
      OwnPassword: PASSWORD,
      EnterpriseCode: two.code,
      Account: clerk.name,
      Password: PASSWORD,
    }
    const give = async () => {
      const DIDs = [await app.device(one)]
      return (await app.send(offerDevices, { DIDs, CompanyID: two.companyId }, one.token)).CODE
    }
    expect(await give()).toBe(CODES.noDataAuthority.code)
    await app.ask(linkCompany, link, one.token)
    expect(await give()).toBe('200')
    await app.ask(updateUserAccount, { AccountID: clerk.accountId, Disabled: true }, two.token)
    expect(await give()).toBe(CODES.noDataAuthority.code)
  })
})
