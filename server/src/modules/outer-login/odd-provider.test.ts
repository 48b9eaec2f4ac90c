import type { ServerResponse } from 'node:http'

import { outerLoginBegin, setIdentityProvider } from '@vedette/contract/calls/outer-login'
import { CODES } from '@vedette/contract/codes'
import type { Answer } from '@vedette/contract/envelope'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { CLIENT } from '../../testing/identity-provider.ts'
import { newKey, type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import { beginSignOn, companyWithProvider, finishSignOn } from '../../testing/sign-on.ts'
import { ANSWER_MS } from './openid.ts'

const PATIENCE = { timeout: 60_000 }

describe('an identity provider that is not what it should be', () => {
  let app: TestApp
  let odd: OddProvider
  let company: TestCompany
  let good: Pick<OddProvider, 'claims' | 'header' | 'key'>
  beforeAll(async () => {
    odd = await oddProvider(CLIENT.id)
    good = { claims: odd.claims, header: odd.header, key: odd.key }
    app = await startTestApp({ config: { loopbackProviderPorts: [odd.port] } })
    ;({ company } = await companyWithProvider(app, odd.issuer))
  })
  afterAll(async () => {
    await app?.close()
    await odd?.close()
  })
  const refusal = (CODE: string, Word: string) => ({ CODE, BODY: { Word } })

  beforeEach(() => {
    Object.assign(odd, good)
    odd.instead.clear()
  })

  /** A log-in whose browser never went there: its answers need nobody. */
  async function answered(claims: (it: Record<string, unknown>) => Record<string, unknown>): Promise<Answer> {
    const { url, cookie } = await beginSignOn(app, company)
    const nonce = url.searchParams.get('nonce')
    odd.claims = (it) => claims({ ...it, nonce })
    return finishSignOn(app, { State: url.searchParams.get('state') ?? '', Code: 'any' }, cookie)
  }
  const doubtful = refusal(CODES.loginInvalid.code, 'outerDoubtful')

  it('lets nobody in whose token is of another log-in, for another platform, by another issuer or old', async () => {
    expect((await answered((it) => it)).CODE).toBe('200')
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    for (const wrong of [
      { nonce: 'of another log-in' },
      { nonce: undefined },
      { aud: 'another platform' },
      { aud: [CLIENT.id, 'another platform'], azp: 'another platform' },
      { iss: 'https://login.example.com' },
      { exp: hourAgo, iat: hourAgo - 60 },
      { sub: undefined },
    ])
      expect(await answered((it) => ({ ...it, ...wrong }))).toMatchObject(doubtful)
  })

  it('lets nobody in whose token it did not sign', async () => {
    odd.key = newKey()
    expect(await answered((it) => it)).toMatchObject(doubtful)
    odd.key = good.key
    odd.header = { ...good.header, alg: 'none' }
    expect(await answered((it) => it)).toMatchObject(doubtful)
    odd.header = { ...good.header, kid: 'another' }
    expect(await answered((it) => it)).toMatchObject(doubtful)
  })

  it('asks no further where it sends on elsewhere', async () => {
    odd.instead.set('/token', (response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/token' }).end(),
    )
    expect(await answered((it) => it)).toMatchObject({
      ...doubtful,
      BODY: { Values: { Detail: 'redirect' } },
    })
  })

  it('reads no more than it needs of an answer without end', async () => {
    let isCut = false
    odd.instead.set('/jwks', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('close', () => (isCut = true))
      const more = (): void => {
        while (!isCut && response.write(' '.repeat(65_536)));
        if (!isCut) response.once('drain', more)
      }
      more()
    })
    expect(await answered((it) => it)).toMatchObject({
      ...doubtful,
      BODY: { Values: { Detail: 'tooLarge' } },
    })
    await expect.poll(() => isCut, PATIENCE).toBe(true)
  })

  it('says that it does not answer in time, and keeps nobody waiting for longer', async () => {
    odd.instead.set('/token', () => {})
    const asked = odd.asked('/token')
    const answer = answered((it) => it)
    await asked
    app.clock.advance(ANSWER_MS)
    expect(await answer).toMatchObject(refusal(CODES.unavailable.code, 'outerSilent'))
  })

  it('says that it is not there', async () => {
    odd.instead.set('/.well-known/openid-configuration', (response) => void response.socket?.destroy())
    expect(await app.send(outerLoginBegin, { EnterpriseCode: company.code })).toMatchObject(
      refusal(CODES.unavailable.code, 'outerSilent'),
    )
  })

  it('lets nobody in who was on the way when it was switched off', async () => {
    const { company: other, settings } = await companyWithProvider(app, odd.issuer)
    const { url, cookie } = await beginSignOn(app, other)
    odd.claims = (it) => ({ ...it, nonce: url.searchParams.get('nonce') })
    const held = Promise.withResolvers<ServerResponse>()
    odd.instead.set('/jwks', held.resolve)
    const State = url.searchParams.get('state') ?? ''
    const answer = finishSignOn(app, { State, Code: 'any' }, cookie)
    const asked = await held.promise
    await app.ask(setIdentityProvider, { ...settings, IsOn: false }, other.token)
    odd.instead.delete('/jwks')
    const keys = await fetch(`${odd.issuer}/jwks`)
    asked.writeHead(200, { 'content-type': 'application/json' }).end(await keys.text())
    expect(await answer).toMatchObject(refusal(CODES.unavailable.code, 'outerOff'))
  })

  it('sends browsers to pages alone', async () => {
    odd.instead.set('/.well-known/openid-configuration', (response) => {
      const { issuer } = odd
      const document = {
        issuer,
        authorization_endpoint: 'javascript:alert(1)//',
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    expect(await app.send(outerLoginBegin, { EnterpriseCode: company.code })).toMatchObject(doubtful)
  })
})
