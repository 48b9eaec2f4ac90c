/** What is asked of an identity provider, how, and what its answers are worth. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { auditList } from '@vedette/contract/calls/audit'
import { outerLogin, outerLoginBegin, setIdentityProvider } from '@vedette/contract/calls/outer-login'
import { roleList } from '@vedette/contract/calls/role'
import { userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { CLIENT } from '../../testing/identity-provider.ts'
import { type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import { beginSignOn, companyWithProvider, finishSignOn } from '../../testing/sign-on.ts'
import { ANSWER_MS } from './openid.ts'
import { AT_PROVIDER_MS } from './outer-login.ts'

const DOCUMENT = '/.well-known/openid-configuration'

describe('what an identity provider', () => {
  let app: TestApp
  let odd: OddProvider
  let other: OddProvider
  let company: TestCompany
  let shared: Awaited<ReturnType<typeof companyWithProvider>>
  let settings: (typeof shared)['settings']
  let good: Pick<OddProvider, 'claims'>
  beforeAll(async () => {
    ;[odd, other] = [await oddProvider(CLIENT.id), await oddProvider(CLIENT.id)]
    app = await startTestApp({ config: { loopbackProviderPorts: [odd.port, other.port] } })
    good = { claims: odd.claims }
    shared = await companyWithProvider(app, odd.issuer)
  })
  afterAll(async () => {
    await app?.close()
    await odd?.close()
    await other?.close()
  })
  beforeEach(() => {
    Object.assign(odd, good)
    odd.instead.clear()
    ;({ company, settings } = shared)
  })
  /** Makes a company for a test that changes its settings, or makes somebody who is to be nobody yet. */
  async function ownCompany(): Promise<void> {
    ;({ company, settings } = await companyWithProvider(app, odd.issuer))
  }

  type Claims = Record<string, unknown>
  const same = (it: Claims): Claims => it

  /** A log-in whose browser never went there; `more` comes back with it. */
  async function answered(claims = same, more: { Issuer?: string } = {}): Promise<Answer> {
    const { url, cookie } = await beginSignOn(app, company)
    odd.claims = (it) => claims({ ...it, nonce: url.searchParams.get('nonce') })
    return finishSignOn(app, { State: url.searchParams.get('state') ?? '', Code: 'a code', ...more }, cookie)
  }
  const json = (response: ServerResponse, body: unknown, status = 200, headers = {}): unknown =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  /** Its own document with something else in it. */
  async function says(more: Claims): Promise<void> {
    const document: unknown = await (await fetch(`${odd.issuer}${DOCUMENT}`)).json()
    odd.instead.set(DOCUMENT, (response) => json(response, Object.assign({}, document, more)))
  }
  const doubtful = (Detail: unknown = expect.stringMatching(/./)) => ({
    CODE: CODES.loginInvalid.code,
    BODY: { Field: 'State', Word: 'outerDoubtful', Values: { Name: 'Directory', Detail } },
  })
  const refused = (Word: string, Values = {}) => ({
    CODE: CODES.loginInvalid.code,
    BODY: { Word, Values },
  })
  const tokenOf = ({ CODE, BODY }: Answer): string => {
    expect({ CODE, BODY }).toMatchObject({ CODE: '200' })
    return /"Utoken":"([^"]+)"/.exec(JSON.stringify(BODY))?.[1] ?? ''
  }
  const nameOf = async (answer: Answer) => (await app.ask(userInfo, {}, tokenOf(answer))).Name

  it('is asked for: a code for this log-in alone, bound to a secret of ours', async () => {
    const { url } = await beginSignOn(app, company)
    expect(url.origin + url.pathname).toBe(`${odd.issuer}/auth`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.id,
      redirect_uri: app.platform.address,
      response_type: 'code',
      scope: 'openid profile email groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const again = (await beginSignOn(app, company)).url.searchParams
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.get(name)).not.toBe(url.searchParams.get(name))
  })

  describe('is sent with the code', () => {
    /** The request for the token, before it is answered. */
    async function sent(): Promise<{ request: IncomingMessage; form: Record<string, string> }> {
      const { promise, resolve } = Promise.withResolvers<ServerResponse>()
      odd.instead.set('/token', resolve)
      const answer = answered()
      const response = await promise
      const form = Object.fromEntries(new URLSearchParams(await text(response.req)))
      json(response, { error: 'invalid_grant' }, 400)
      expect(await answer).toMatchObject(doubtful('invalid_grant'))
      return { request: response.req, form }
    }
    /** User and password, each of which is encoded for a form (RFC 6749, section 2.3.1). */
    const passwordIn = ({ authorization = '' }: IncomingMessage['headers']): string => {
      const [scheme, value = ''] = authorization.split(' ')
      return `${scheme} ${decodeURIComponent(Buffer.from(value, 'base64').toString())}`
    }

    it.each([
      ['says nothing of it', {}],
      [
        'takes it so',
        { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] },
      ],
    ])('is the secret as a password, where the provider %s', async (_what, more) => {
      await says(more)
      const { request, form } = await sent()
      expect(request.method).toBe('POST')
      expect(request.headers['content-type']).toContain('application/x-www-form-urlencoded')
      expect(passwordIn(request.headers)).toBe(`Basic ${CLIENT.id}:${CLIENT.secret}`)
      expect(form).toEqual({
        grant_type: 'authorization_code',
        code: 'a code',
        redirect_uri: app.platform.address,
        code_verifier: expect.stringMatching(/^[\w-]{43,}$/),
      })
    })

    it('is the secret in the form, where the provider takes it there alone', async () => {
      await says({ token_endpoint_auth_methods_supported: ['client_secret_post'] })
      const { request, form } = await sent()
      expect(request.headers.authorization).toBeUndefined()
      expect(form).toMatchObject({ client_id: CLIENT.id, client_secret: CLIENT.secret })
    })

    it('is no secret, where the client has none', async () => {
      await ownCompany()
      await app.ask(setIdentityProvider, { ...settings, ClientSecret: '' }, company.token)
      const { request, form } = await sent()
      expect(request.headers.authorization).toBeUndefined()
      expect(form).toMatchObject({ client_id: CLIENT.id })
      expect(form).not.toHaveProperty('client_secret')
    })
  })

  it('says of itself has to be what it was asked as', async () => {
    expect((await answered(same, { Issuer: odd.issuer })).CODE).toBe('200')
    expect(await answered(same, { Issuer: 'https://login.example.com' })).toMatchObject(doubtful())
    await says({ authorization_response_iss_parameter_supported: true })
    expect((await answered(same, { Issuer: odd.issuer })).CODE).toBe('200')
    expect(await answered()).toMatchObject(doubtful())
    await says({ issuer: 'https://login.example.com' })
    expect(await app.send(outerLoginBegin, { EnterpriseCode: company.code })).toMatchObject(doubtful())
  })

  describe('tells of a person beside the ID token', () => {
    const userInfoOf = async (claims: Claims, status = 200): Promise<void> => {
      await says({ userinfo_endpoint: `${odd.issuer}/me` })
      odd.instead.set('/me', (response) => json(response, claims, status))
    }
    const without =
      (...names: string[]) =>
      (it: Claims): Claims =>
        Object.fromEntries(Object.entries(it).filter(([name]) => !names.includes(name)))

    it('is asked where the token does not tell the groups', async () => {
      await ownCompany()
      await userInfoOf({ sub: 'ada', groups: ['guards'], name: 'Countess' })
      expect(await nameOf(await answered(without('groups', 'name')))).toBe('Countess')
      await userInfoOf({ sub: 'ada', groups: [] })
      expect(await answered(without('groups'))).toMatchObject({ BODY: { Word: 'outerNoRole' } })
    })

    it('is asked where it does not tell the name, and is worth less than what was signed', async () => {
      await ownCompany()
      await userInfoOf({ sub: 'ada', groups: [], name: 'Countess', iss: 'https://login.example.com' })
      expect(await nameOf(await answered((it) => ({ ...without('name')(it), sub: 'ada' })))).toBe('Countess')
    })

    it('is not asked where that has it all', async () => {
      await userInfoOf({ error: 'none of this' }, 500)
      expect((await answered()).CODE).toBe('200')
      expect(await answered(without('name'))).toMatchObject(doubtful())
    })

    it('is not believed of somebody else', async () => {
      await userInfoOf({ sub: 'grace', groups: ['guards'], name: 'Grace' })
      expect(await answered(without('groups'))).toMatchObject(doubtful())
    })

    it('is nothing where it tells none at all: without a group nobody gets in', async () => {
      expect(await answered(without('groups', 'name'))).toMatchObject({
        CODE: CODES.loginInvalid.code,
        BODY: { Word: 'outerNoRole', Values: { Name: 'Directory' } },
      })
    })
  })

  describe('answers in a way that is no proof', () => {
    const begun = () => app.send(outerLoginBegin, { EnterpriseCode: company.code })

    it('is told by a word of its own, without what could be anything else', async () => {
      const error = `<b>"${'x'.repeat(200)}`
      odd.instead.set('/token', (response) => json(response, { error }, 400))
      expect(await answered()).toMatchObject(doubtful(`b${'x'.repeat(79)}`))
    })

    const tokens = { access_token: 'x', token_type: 'Bearer' }
    const broken = 'OAUTH_INVALID_RESPONSE'
    it.each<[string, string, (response: ServerResponse) => unknown]>([
      [
        'a challenge',
        'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
        (it) => json(it, {}, 401, { 'www-authenticate': 'Basic realm="x"' }),
      ],
      [
        'no JSON',
        'OAUTH_PARSE_ERROR',
        (it) => it.writeHead(200, { 'content-type': 'application/json' }).end('text'),
      ],
      ['no tokens', broken, (it) => json(it, {})],
      ['a broken token', broken, (it) => json(it, { ...tokens, id_token: 'x' })],
      ['no ID token', broken, (it) => json(it, tokens)],
      ['nothing, with 500', 'OAUTH_RESPONSE_IS_NOT_CONFORM', (it) => it.writeHead(500).end()],
    ])('is refused: %s, by the word %s', async (_what, word, answer) => {
      odd.instead.set('/token', (response) => void answer(response))
      expect(await answered()).toMatchObject(doubtful(word))
    })

    it('is refused: keys that are none', async () => {
      for (const [keys, word] of [
        [[], 'OAUTH_KEY_SELECTION_FAILED'],
        [
          [{ kty: 'RSA', kid: 'one', alg: 'RS256', use: 'sig', n: '!', e: '!' }],
          'OAUTH_UNSUPPORTED_OPERATION',
        ],
        [[null], broken],
        ['none', broken],
      ] as const) {
        odd.instead.set('/jwks', (response) => json(response, { keys }))
        expect(await answered()).toMatchObject(doubtful(word))
      }
    })

    it('is refused: addresses that may not be asked, or are none', async () => {
      await says({ token_endpoint: 'https://169.254.169.254/token' })
      expect(await answered()).toMatchObject(doubtful(expect.stringContaining('169.254.169.254')))
      const absent = 'OAUTH_INVALID_SERVER_METADATA'
      await says({ token_endpoint: 'nowhere' })
      expect(await answered()).toMatchObject(doubtful(absent))
      for (const [authorization_endpoint, word] of [
        ['nowhere', absent],
        ['ftp://login.example.com/', 'OAUTH_REQUEST_PROTOCOL_FORBIDDEN'],
        [undefined, 'OAUTH_MISSING_SERVER_METADATA'],
        [7, absent],
      ] as const) {
        await says({ authorization_endpoint })
        expect(await begun()).toMatchObject(doubtful(word))
      }
    })
  })

  it('is asked by no more than eight of a company at once, and the others wait for nobody', async () => {
    // Anyone who waits since an earlier test is answered.
    app.clock.advance(ANSWER_MS)
    await ownCompany()
    const { company: another } = await companyWithProvider(app, other.issuer)
    const held: ServerResponse[] = []
    const { promise: allHeld, resolve } = Promise.withResolvers<void>()
    odd.instead.set(DOCUMENT, (response) => {
      if (held.push(response) === 8) resolve()
    })
    const begin = (code: string) =>
      app.send(outerLoginBegin, { EnterpriseCode: code }, undefined, '203.0.113.70')
    const waiting = Array.from({ length: 8 }, () => begin(company.code))
    await allHeld
    expect((await begin(company.code)).CODE).toBe(CODES.overloaded.code)
    expect((await begin(another.code)).CODE).toBe('200')
    app.clock.advance(ANSWER_MS)
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({
        CODE: CODES.unavailable.code,
        BODY: { Field: 'State', Word: 'outerSilent', Values: { Name: 'Directory' } },
      })
    odd.instead.clear()
    expect((await begin(company.code)).CODE).toBe('200')
  })

  it('lets in is nobody once it is another provider', async () => {
    await ownCompany()
    const { url, cookie } = await beginSignOn(app, company)
    odd.claims = (it) => ({ ...it, nonce: url.searchParams.get('nonce') })
    const held = Promise.withResolvers<ServerResponse>()
    odd.instead.set('/jwks', held.resolve)
    const answer = finishSignOn(app, { State: url.searchParams.get('state') ?? '', Code: 'any' }, cookie)
    const asked = await held.promise
    await app.ask(setIdentityProvider, { ...settings, Issuer: other.issuer }, company.token)
    odd.instead.delete('/jwks')
    json(asked, await (await fetch(`${odd.issuer}/jwks`)).json())
    expect(await answer).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Field: 'State', Word: 'outerBegun' },
    })
  })

  it('lets in twice at once is one person with one account', async () => {
    await ownCompany()
    const begun = [await beginSignOn(app, company), await beginSignOn(app, company)]
    const held: ServerResponse[] = []
    const finished: Promise<Answer>[] = []
    for (const { url, cookie } of begun) {
      const { promise, resolve } = Promise.withResolvers<ServerResponse>()
      odd.instead.set('/jwks', resolve)
      odd.claims = (it) => ({ ...it, sub: 'twin', nonce: url.searchParams.get('nonce') })
      const sent = { State: url.searchParams.get('state') ?? '', Code: 'any' }
      finished.push(finishSignOn(app, sent, cookie))
      held.push(await promise)
    }
    odd.instead.delete('/jwks')
    const keys: unknown = await (await fetch(`${odd.issuer}/jwks`)).json()
    for (const response of held) json(response, keys)
    const answers = await Promise.all(finished)
    const ids = answers.map((answer) => /"UID":"([^"]+)"/.exec(JSON.stringify(answer.BODY))?.[1])
    expect(ids[0]).toBeDefined()
    expect(ids[1]).toBe(ids[0])
  })

  it('lets in is let in once, in the browser that began and in time', async () => {
    const begun = refused('outerBegun')
    const { url, cookie } = await beginSignOn(app, company)
    const State = url.searchParams.get('state') ?? ''
    odd.claims = (it) => ({ ...it, nonce: url.searchParams.get('nonce') })
    const other = await beginSignOn(app, company)
    expect(await finishSignOn(app, { State: 'A'.repeat(43), Code: 'any' }, cookie)).toMatchObject(begun)
    expect((await finishSignOn(app, { State, Code: 'any' }, cookie)).CODE).toBe('200')
    expect(await finishSignOn(app, { State, Code: 'any' }, cookie)).toMatchObject(begun)
    const stolen = { State: other.url.searchParams.get('state') ?? '', Code: 'any' }
    expect(await finishSignOn(app, stolen, cookie)).toMatchObject(begun)
    // Anyone who tried it elsewhere used it up.
    expect(await finishSignOn(app, stolen, other.cookie)).toMatchObject(begun)
    const again = await beginSignOn(app, company, cookie)
    expect(again.cookie).toBe(cookie)
    const late = await beginSignOn(app, company)
    app.clock.advance(AT_PROVIDER_MS)
    const sent = { State: late.url.searchParams.get('state') ?? '', Code: 'any' }
    expect(await finishSignOn(app, sent, late.cookie)).toMatchObject(begun)
  })

  it('lets in gets an account where that is wanted, and it is written down', async () => {
    await ownCompany()
    await app.ask(setIdentityProvider, { ...settings, MakesAccounts: false, GIDs: [] }, company.token)
    expect(await answered()).toMatchObject(refused('outerNoAccount', { Name: 'Directory' }))
    await app.ask(setIdentityProvider, settings, company.token)
    const token = tokenOf(await answered())
    await app.ask(setIdentityProvider, { ...settings, MakesAccounts: false, GIDs: [] }, company.token)
    tokenOf(await answered())
    const rows = async () =>
      (await app.ask(auditList, { Paths: [outerLogin.path], Outcome: 'done' }, company.token)).List
    await expect
      .poll(rows, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ Details: { made: 'account' } }))
    // Anyone who is in no group any more is nobody at once.
    expect(await answered((it) => ({ ...it, groups: [] }))).toMatchObject(refused('outerNoRole'))
    expect((await app.send(userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
  })

  it('gives a role by the first of the groups in the settings that somebody is in', async () => {
    await ownCompany()
    const { List } = await app.ask(roleList, {}, company.token)
    const administrator = List.find(({ RoleStatus }) => RoleStatus === 1)?.id ?? ''
    const given = settings.Roles[0]?.RoleID ?? ''
    const Roles = [
      { Group: 'nobody', RoleID: administrator },
      { Group: 'chiefs', RoleID: given },
      { Group: 'guards', RoleID: administrator },
    ]
    await app.ask(setIdentityProvider, { ...settings, Roles }, company.token)
    const answer = await answered((it) => ({ ...it, groups: ['guards', 'chiefs'] }))
    expect(JSON.stringify(answer.BODY)).toContain(`"Role":"${given}"`)
  })

  it('keeps a browser that has a cookie of another kind from being bound by it', async () => {
    const { cookie } = await beginSignOn(app, company, 'vedette-login=short; other=1')
    expect(cookie).toMatch(/^vedette-login=[\w-]{43}$/)
    const unbound = `vedette-login=${'!'.repeat(43)}`
    expect((await beginSignOn(app, company, unbound)).cookie).not.toBe(unbound)
  })

  it('is asked by one address two hundred times in a quarter of an hour, and no more', async () => {
    const from = (address: string) =>
      app.send(outerLoginBegin, { EnterpriseCode: 'nobody' }, undefined, address)
    const address = `2001:db8::${crypto.randomUUID().slice(0, 4)}`
    for (let time = 0; time < 200; time++) expect((await from(address)).CODE).toBe(CODES.unavailable.code)
    expect((await from(address)).CODE).toBe(CODES.tooManyTries.code)
    // A customer has a whole /64.
    expect((await from(`${address}:1`)).CODE).toBe(CODES.tooManyTries.code)
    expect((await from('203.0.113.81')).CODE).toBe(CODES.unavailable.code)
    app.clock.advance(15 * 60_000)
    expect((await from(address)).CODE).toBe(CODES.unavailable.code)
  })
})
