/** How a company sets its provider up, and what of it is asked, kept and shown. */
import type { ServerResponse } from 'node:http'

import { createGroup } from '@vedette/contract/calls/group'
import {
  deleteIdentityProvider,
  identityProvider,
  outerLoginBegin,
  setIdentityProvider,
} from '@vedette/contract/calls/outer-login'
import { newRole } from '@vedette/contract/calls/role'
import { userInfo } from '@vedette/contract/calls/user'
import { auditList } from '@vedette/contract/calls/audit'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { CLIENT } from '../../testing/identity-provider.ts'
import { type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import { beginSignOn, companyWithProvider, finishSignOn } from '../../testing/sign-on.ts'
import { ANSWER_MS } from './openid.ts'

describe('the settings of a provider', () => {
  let app: TestApp
  let odd: OddProvider
  let other: OddProvider
  beforeAll(async () => {
    ;[odd, other] = [await oddProvider(CLIENT.id), await oddProvider(CLIENT.id)]
    app = await startTestApp({ config: { loopbackProviderPorts: [odd.port, other.port] } })
  })
  afterAll(async () => {
    await app?.close()
    await odd?.close()
    await other?.close()
  })
  beforeEach(() => odd.instead.clear())

  const setUp = (more: Parameters<typeof companyWithProvider>[2] = {}) =>
    companyWithProvider(app, odd.issuer, more)
  const shown = async (token: string) => (await app.ask(identityProvider, {}, token)).Provider

  /** Somebody who logs in there now. */
  async function loggedIn({ company }: Awaited<ReturnType<typeof setUp>>): Promise<string> {
    const { url, cookie } = await beginSignOn(app, company)
    const { claims } = odd
    odd.claims = (it) => ({ ...it, nonce: url.searchParams.get('nonce') })
    const sent = { State: url.searchParams.get('state') ?? '', Code: 'any' }
    const { CODE, BODY } = await finishSignOn(app, sent, cookie)
    odd.claims = claims
    expect(CODE).toBe('200')
    const token = /"Utoken":"([^"]+)"/.exec(JSON.stringify(BODY))?.[1]
    return token ?? ''
  }
  const codeOf = async (token: string) => (await app.send(userInfo, {}, token)).CODE

  it('are shown as they were entered, in the order of the groups, and without the secret', async () => {
    const { company, roleId, settings } = await setUp()
    expect(await app.ask(identityProvider, {}, (await app.company()).token)).toEqual({
      RedirectUri: app.platform.address,
      Accounts: 0,
    })
    const { id } = await app.ask(newRole, { RoleName: 'Chiefs', permissions: [] }, company.token)
    const gid = await app.region(company)
    const wanted = {
      ...settings,
      Name: 'Register',
      Scopes: 'openid groups',
      GroupsClaim: 'realm_access.roles',
      Roles: [
        { Group: 'z', RoleID: id },
        { Group: 'a', RoleID: roleId },
      ],
      MakesAccounts: true,
      AllRegions: false,
      GIDs: [gid, company.rootGid, gid],
      Future: false,
      EndsSession: true,
    }
    await app.ask(setIdentityProvider, wanted, company.token)
    const { ClientSecret: _secret, ...visible } = wanted
    const now = await shown(company.token)
    expect({ ...now, GIDs: [] }).toEqual({ ...visible, HasSecret: true, GIDs: [] })
    expect(now?.GIDs.toSorted()).toEqual([gid, company.rootGid].toSorted())

    const all = { ...wanted, MakesAccounts: false, AllRegions: true, Future: true, IsOn: false }
    await app.ask(setIdentityProvider, all, company.token)
    expect(await shown(company.token)).toMatchObject({
      MakesAccounts: false,
      AllRegions: true,
      GIDs: [],
      Future: true,
      IsOn: false,
    })
  })

  it('hold as many groups and regions as a statement of the database does not', async () => {
    const { company, roleId, settings } = await setUp()
    const Roles = Array.from({ length: 200 }, (_, at) => ({ Group: `group ${at}`, RoleID: roleId }))
    const GIDs = [company.rootGid]
    for (let at = 0; at < 201; at++)
      GIDs.push(
        (await app.ask(createGroup, { ParentGID: company.rootGid, GroupName: `R ${at}` }, company.token)).GID,
      )
    await app.ask(setIdentityProvider, { ...settings, Roles, GIDs }, company.token)
    const now = await shown(company.token)
    expect(now?.Roles).toEqual(Roles)
    expect(now?.GIDs.toSorted()).toEqual(GIDs.toSorted())
  })

  it('always ask for an ID token', async () => {
    const { company, settings } = await setUp()
    const scopesOf = async (Scopes: string) => {
      await app.ask(setIdentityProvider, { ...settings, Scopes }, company.token)
      return (await shown(company.token))?.Scopes
    }
    expect(await scopesOf('profile groups')).toBe('openid profile groups')
    expect(await scopesOf('profile openid')).toBe('profile openid')
    expect(await scopesOf('openids')).toBe('openid openids')
  })

  it('keep a secret that is left out, and lose one that is emptied', async () => {
    const { company, settings } = await setUp()
    const { ClientSecret: _secret, ...kept } = settings
    const hasSecret = async () => (await shown(company.token))?.HasSecret
    await app.ask(setIdentityProvider, { ...kept, Name: 'Renamed' }, company.token)
    expect(await hasSecret()).toBe(true)
    for (const elsewhere of [{ ClientID: 'another' }, { Issuer: other.issuer }])
      expect(await app.send(setIdentityProvider, { ...kept, ...elsewhere }, company.token)).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Field: 'ClientSecret', Word: 'missing' },
      })
    expect(await shown(company.token)).toMatchObject({ Issuer: odd.issuer, ClientID: CLIENT.id })
    await app.ask(setIdentityProvider, { ...kept, ClientSecret: '' }, company.token)
    expect(await hasSecret()).toBe(false)
    // Who has none has none to keep.
    await app.ask(setIdentityProvider, { ...kept, Issuer: other.issuer }, company.token)
    expect(await shown(company.token)).toMatchObject({ Issuer: other.issuer, HasSecret: false })
    const fresh = await app.company()
    const first = { ...kept, Roles: [], GIDs: [fresh.rootGid] }
    await app.ask(setIdentityProvider, first, fresh.token)
    expect(await shown(fresh.token)).toMatchObject({ HasSecret: false })
  })

  it('name a region where accounts are made that do not see all of them', async () => {
    const { company, settings } = await setUp()
    const none = { ...settings, GIDs: [] }
    expect(await app.send(setIdentityProvider, none, company.token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'GIDs', Word: 'noRegion' },
    })
    await app.ask(setIdentityProvider, { ...none, AllRegions: true }, company.token)
    await app.ask(setIdentityProvider, { ...none, MakesAccounts: false }, company.token)
  })

  it('are refused where the address is none that a provider has', async () => {
    const { company, settings } = await setUp()
    for (const Issuer of [
      'https://login.example.com/#x',
      'https://:secret@login.example.com',
      'https://ada@login.example.com',
      'https://login.example.com/.well-known/oauth-authorization-server',
      'https://login.example.com/.well-known/openid-configuration/more',
      'xhttps://login.example.com',
      'httpsx://login.example.com',
    ])
      expect(await app.send(setIdentityProvider, { ...settings, Issuer }, company.token)).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Field: 'Issuer', Word: 'providerScheme' },
      })
    expect(await shown(company.token)).toMatchObject({ Issuer: odd.issuer })
  })

  it('are asked for at the provider where it is on, and not before', async () => {
    const { company, settings } = await setUp()
    for (const [answer, Detail] of [
      [(it: ServerResponse) => void it.writeHead(500).end(), 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
      [(it: ServerResponse) => void it.writeHead(302, { location: '/' }).end(), 'redirect'],
      [(it: ServerResponse) => void it.socket?.destroy(), 'silent'],
    ] as const) {
      odd.instead.set('/.well-known/openid-configuration', answer)
      expect(await app.send(setIdentityProvider, settings, company.token)).toMatchObject({
        CODE: CODES.unavailable.code,
        BODY: { Field: 'Issuer', Word: 'providerSilent', Values: { Detail } },
      })
    }
    const held = Promise.withResolvers<ServerResponse>()
    odd.instead.set('/.well-known/openid-configuration', held.resolve)
    const late = app.send(setIdentityProvider, settings, company.token)
    await held.promise
    app.clock.advance(ANSWER_MS)
    expect(await late).toMatchObject({ BODY: { Word: 'providerSilent', Values: { Detail: 'slow' } } })
    const forbidden = { ...settings, Issuer: 'https://169.254.169.254' }
    expect(await app.send(setIdentityProvider, forbidden, company.token)).toMatchObject({
      CODE: CODES.addressNotAllowed.code,
      BODY: { Field: 'Issuer', Word: 'providerAddress' },
    })
    await app.ask(setIdentityProvider, { ...settings, IsOn: false }, company.token)
  })

  it('are no use where browsers of other machines would not find back', async () => {
    const far = await startTestApp({ config: { host: '0.0.0.0', publicUrl: undefined } })
    try {
      const { token } = await far.company()
      const { company: _company, ...made } = await setUp()
      expect(
        await far.send(
          setIdentityProvider,
          { ...made.settings, Roles: [], GIDs: [], AllRegions: true },
          token,
        ),
      ).toMatchObject({ CODE: CODES.unavailable.code, BODY: { Field: 'Issuer', Word: 'publicUrlMissing' } })
    } finally {
      await far.close()
    }
  })

  it.each([
    ['another provider', { Issuer: 'other' }, true],
    ['another claim', { GroupsClaim: 'roles' }, true],
    ['other groups', { Roles: [] }, true],
    ['being switched off', { IsOn: false }, true],
    ['another name', { Name: 'Register' }, false],
    ['other scopes', { Scopes: 'openid' }, false],
    ['no new accounts', { MakesAccounts: false }, false],
  ])('with %s end the sessions of who logged in there where they check anew', async (_what, more, ends) => {
    const made = await setUp()
    const { company, settings } = made
    const [one, two] = [await loggedIn(made), await loggedIn(await setUp())]
    expect((await app.ask(identityProvider, {}, company.token)).Accounts).toBe(1)
    const changed = { ...settings, ...more }
    if (changed.Issuer === 'other') changed.Issuer = other.issuer
    await app.ask(setIdentityProvider, changed, company.token)
    expect(await codeOf(one)).toBe(ends ? CODES.tokenExpired.code : '200')
    expect(await codeOf(two)).toBe('200')
    expect(await codeOf(company.token)).toBe('200')
  })

  it('that are taken away end them as well, and are in the audit log', async () => {
    const made = await setUp()
    const { company, settings } = made
    const token = await loggedIn(made)
    await app.ask(deleteIdentityProvider, {}, company.token)
    expect(await codeOf(token)).toBe(CODES.tokenExpired.code)
    expect(await codeOf(company.token)).toBe('200')
    expect(await shown(company.token)).toBeUndefined()
    const Roles = Array.from({ length: 25 }, (_, at) => ({ Group: `g${at}`, RoleID: made.roleId }))
    await app.ask(setIdentityProvider, { ...settings, Roles }, company.token)
    const { List } = await app.ask(auditList, { Paths: [setIdentityProvider.path] }, company.token)
    const groups = Array.from({ length: 20 }, (_, at) => `g${at}`).join(', ')
    expect(List[0]?.Details).toEqual({ issuer: odd.issuer, groups })
  })

  it('decide whether a company, spelled however, has a provider at all', async () => {
    const { company } = await setUp()
    const answered = async (EnterpriseCode: string) =>
      (await app.send(outerLoginBegin, { EnterpriseCode })).CODE
    expect(await answered(company.code.toUpperCase())).toBe('200')
    expect(await answered((await app.company()).code)).toBe(CODES.unavailable.code)
  })
})
