import type { ServerResponse } from 'node:http'

import { identityProvider as identityProviderCall, outerLogin } from '@vedette/contract/calls/outer-login'
import { logout, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { CLIENT, type IdentityProvider, identityProvider } from '../../testing/identity-provider.ts'
import { type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import {
  atProvider,
  beginSignOn,
  bodyOf,
  companyWithProvider,
  finishSignOn,
  follow,
  type Jar,
} from '../../testing/sign-on.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 60_000 }

describe.each(engines)('a log-out at the provider, on %s', (engine) => {
  let app: TestApp
  let directory: IdentityProvider
  beforeAll(async () => {
    directory = await identityProvider()
    app = await startTestApp({ engine, config: { loopbackProviderPorts: [directory.port] } })
    directory.open(app.platform.address)
    for (const id of ['ada', 'grace'])
      directory.people.set(id, { name: id, email: `${id}@example.com`, groups: ['guards'] })
  })
  afterAll(async () => {
    await app?.close()
    await directory?.close()
  })

  /** `id` is who logs in where the provider asks: it knows the browser by its jar. */
  async function logIn(company: TestCompany, id: string, jar: Jar) {
    const { url, cookie } = await beginSignOn(app, company)
    const { BODY } = await finishSignOn(app, bodyOf(await atProvider(directory, id, url, jar)), cookie)
    const { CompanyInfos, Account } = outerLogin.reply.parse(BODY)
    return { name: Account.slice(company.code.length + 1), token: CompanyInfos[0]?.Utoken ?? '' }
  }

  it('ends the session there, so that the next one at the desk is asked who he is', async () => {
    const { company } = await companyWithProvider(app, directory.issuer, { EndsSession: true })
    const desk: Jar = new Map()
    const first = await logIn(company, 'ada', desk)
    const second = await logIn(company, 'grace', desk)
    expect([first.name, second.name]).toEqual(['ada', 'ada'])

    const { Url = '' } = await app.ask(logout, {}, second.token)
    expect((await app.send(userInfo, {}, second.token)).CODE).toBe(CODES.tokenExpired.code)
    const end = new URL(Url)
    expect(Object.fromEntries(end.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: app.platform.address,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    const { page = '' } = await follow(end, desk)
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    const back = await follow(new URL(action), desk, new URLSearchParams({ xsrf, logout: 'yes' }))
    expect(back.at.href).toBe(app.platform.address)
    expect((await logIn(company, 'grace', desk)).name).toBe('grace')

    // Each session has its own end, which nobody reads in the database.
    expect((await app.ask(logout, {}, first.token)).Url).toContain('id_token_hint=')
    const { storage } = app.platform
    const kept = storage.db.selectFrom('provider_log_out').where('company_id', '=', company.companyId)
    const rows = await storage.read(kept.selectAll())
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(directory.issuer)
  })

  it('leaves the session there where the settings do not ask for its end, and of a password', async () => {
    const { company, settings } = await companyWithProvider(app, directory.issuer)
    const shown = await app.ask(identityProviderCall, {}, company.token)
    expect(shown.Provider).toMatchObject({ EndsSession: false, Name: settings.Name })
    const { token } = await logIn(company, 'ada', new Map())
    expect(await app.ask(logout, {}, token)).toEqual({})
    expect(await app.ask(logout, {}, company.token)).toEqual({})
    expect((await app.send(userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
  })
})

describe('a provider that is not what it should be', () => {
  let app: TestApp
  let odd: OddProvider
  let company: TestCompany
  beforeAll(async () => {
    odd = await oddProvider(CLIENT.id)
    app = await startTestApp({ config: { loopbackProviderPorts: [odd.port] } })
    ;({ company } = await companyWithProvider(app, odd.issuer, { EndsSession: true }))
  })
  afterEach(() => {
    odd.claims = (good) => good
    odd.instead.clear()
  })
  afterAll(async () => {
    await app?.close()
    await odd?.close()
  })

  async function begun() {
    const { url, cookie } = await beginSignOn(app, company)
    const nonce = url.searchParams.get('nonce')
    return {
      nonce,
      finish: () => finishSignOn(app, { State: url.searchParams.get('state') ?? '', Code: 'any' }, cookie),
    }
  }

  /** Where a log-out leads, when the provider's document names this address for it. */
  async function endAt(end_session_endpoint: string | undefined, more: Record<string, unknown> = {}) {
    const { issuer } = odd
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint,
    }
    odd.instead.set('/.well-known/openid-configuration', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    const { nonce, finish } = await begun()
    odd.claims = (good) => ({ ...good, nonce, ...more })
    const { BODY } = await finish()
    const [info] = outerLogin.reply.parse(BODY).CompanyInfos
    return (await app.ask(logout, {}, info?.Utoken ?? '')).Url
  }

  it('lets people in whose log-out leads nowhere, and sends no browser to what is no page', async () => {
    for (const endpoint of [undefined, '', 'end', 'javascript:alert(1)//', 'ftp://login.example.com/end'])
      expect(await endAt(endpoint)).toBeUndefined()
    expect(await endAt('https://login.example.com/end?of=all')).toMatch(
      /^https:\/\/login\.example\.com\/end\?of=all&.*id_token_hint=/,
    )
  })

  it('is sent no token that would make the address too long', async () => {
    const url = new URL((await endAt(`${odd.issuer}/end`, { note: 'x'.repeat(6000) })) ?? '')
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'post_logout_redirect_uri'])
  })

  it('costs nobody his log-in while it keeps all places of the company busy', async () => {
    const held: ServerResponse[] = []
    const waiting = []
    for (let at = 0; at < 8; at++) waiting.push(await begun())
    const late = await begun()
    odd.instead.set('/token', (response) => void held.push(response))
    const answers = waiting.map(({ finish }) => finish())
    await expect.poll(() => held.length, PATIENCE).toBe(8)
    expect((await late.finish()).CODE).toBe(CODES.overloaded.code)
    odd.instead.delete('/token')
    odd.claims = (good) => ({ ...good, nonce: late.nonce })
    for (const response of held) response.socket?.destroy()
    await Promise.all(answers)
    expect((await late.finish()).CODE).toBe('200')
  })
})
