/** What is asked of a provider, and what becomes of its answers, on a network where https leads to the test's own server. */
import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { type Outgoing, OutgoingFault } from '../../engines/outgoing.ts'
import { CLIENT } from '../../testing/identity-provider.ts'
import { type OddProvider, oddProvider } from '../../testing/odd-provider.ts'
import { ANSWER_MS, type Confirmed, openId } from './openid.ts'
import { ProviderFault } from './provider-fault.ts'

const HTTPS = 'https://login.example.com'
const BACK = 'https://video.example.com/'
const DOCUMENT = '/.well-known/openid-configuration'
const BOND = { state: 'a-state', nonce: 'a-nonce', verifier: 'v'.repeat(43) }
const enough = (): boolean => true

let odd: OddProvider
let claims: OddProvider['claims']
let clock: TestClock
/** The addresses that were asked, and the signals that might have ended it. */
let asked: { url: string; signal: AbortSignal }[]
/** Thrown by the next request instead. */
let failure: Error | undefined
beforeAll(async () => {
  odd = await oddProvider(CLIENT.id)
  claims = odd.claims
})
afterAll(() => odd.close())
beforeEach(async () => {
  odd.instead.clear()
  odd.claims = (it) => ({ ...claims(it), iss: HTTPS, nonce: BOND.nonce })
  clock = new TestClock()
  asked = []
  failure = undefined
  await says({})
})

const outgoing: Outgoing = async (url, { method, headers, body, signal }) => {
  if (failure) throw failure
  asked.push({ url, signal })
  const init = { method, headers, signal, redirect: 'manual' as const, ...(body ? { body } : {}) }
  return fetch(url.replace(HTTPS, odd.issuer), init).catch((cause: unknown) => {
    throw new OutgoingFault('slow', `${url} did not answer in time`, { cause })
  })
}
const provider = () => openId({ outgoing, clock })
const access = (issuer = HTTPS) => ({ issuer, clientId: CLIENT.id, secret: undefined, scopes: 'openid' })
const callback = (state = BOND.state) => new URL(`${BACK}?code=a-code&state=${state}`)
const finish = (hasEnough: (of: Confirmed['claims']) => boolean = enough) =>
  provider().finish(access(), BOND, callback(), hasEnough)

/** The document of a provider behind https, with something else in it. */
async function says(more: Record<string, unknown>): Promise<void> {
  odd.instead.delete(DOCUMENT)
  const known = await (await fetch(`${odd.issuer}${DOCUMENT}`)).text()
  const document: unknown = JSON.parse(known.replaceAll(odd.issuer, HTTPS))
  odd.instead.set(DOCUMENT, (response) => json(response, Object.assign({}, document, more)))
}
function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
async function faultOf(step: Promise<unknown>): Promise<Pick<ProviderFault, 'trouble' | 'detail'>> {
  const error = await step.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof ProviderFault)) throw new Error(`no fault of the provider: ${String(error)}`)
  return { trouble: error.trouble, detail: error.detail }
}
const doubtful = (detail: string) => ({ trouble: 'doubtful', detail })

it('a provider that knows the protocol is one, and one that knows it not is none', async () => {
  await provider().check(access())
  odd.instead.set(DOCUMENT, (response) => json(response, {}, 404))
  expect(await faultOf(provider().check(access()))).toEqual(doubtful('OAUTH_RESPONSE_IS_NOT_CONFORM'))
})

it('a person is who the provider says, with the way to end the session there', async () => {
  await says({ end_session_endpoint: `${HTTPS}/end` })
  const person = await finish()
  expect(person).toMatchObject({ issuer: HTTPS, subject: 'ada', claims: { name: 'Ada' } })
  const end = new URL(person.endUrl ?? '')
  expect(end.origin + end.pathname).toBe(`${HTTPS}/end`)
  expect(Object.fromEntries(end.searchParams)).toEqual({
    client_id: CLIENT.id,
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    post_logout_redirect_uri: BACK,
  })
})

it('behind https nothing is asked without', async () => {
  await says({ token_endpoint: `${odd.issuer}/token` })
  expect(await faultOf(finish())).toEqual(doubtful('OAUTH_HTTP_REQUEST_FORBIDDEN'))
  await says({ jwks_uri: `${odd.issuer}/jwks` })
  expect(await faultOf(finish())).toEqual(doubtful('OAUTH_HTTP_REQUEST_FORBIDDEN'))
  expect(asked.filter(({ url }) => !url.startsWith(HTTPS))).toEqual([])
})

describe('what goes wrong', () => {
  it.each([
    ['address', 'address', 'not allowed'],
    ['silent', 'silent', 'silent'],
    ['slow', 'silent', 'slow'],
    ['redirect', 'doubtful', 'redirect'],
    ['tooLarge', 'doubtful', 'tooLarge'],
  ] as const)('on the way is told apart: %s is %s', async (cause, trouble, detail) => {
    failure = new OutgoingFault(cause, 'not allowed')
    expect(await faultOf(finish())).toEqual({ trouble, detail })
  })

  it('by the provider’s own account is told in its own word', async () => {
    odd.instead.set('/token', (response) => json(response, { error: 'invalid_grant' }, 400))
    expect(await faultOf(finish())).toEqual(doubtful('invalid_grant'))
    const denied = new URL(`${BACK}?error=access_denied&state=${BOND.state}`)
    expect(await faultOf(provider().finish(access(), BOND, denied, enough))).toEqual(
      doubtful('access_denied'),
    )
  })

  it('because the answer is of another log-in, or is none, is told by a code', async () => {
    expect(await faultOf(provider().finish(access(), BOND, callback('another'), enough))).toEqual(
      doubtful('OAUTH_INVALID_RESPONSE'),
    )
  })

  it('because a document is not what it should be is the provider’s', async () => {
    await says({ token_endpoint_auth_methods_supported: 7 })
    expect(await faultOf(finish())).toEqual(doubtful('protocol'))
  })

  it('here is no fault of the provider', async () => {
    const bug = new RangeError('a bug')
    const broken = finish(() => {
      throw bug
    })
    await expect(broken).rejects.toBe(bug)
  })
})

it('a step that has come to its end calls its deadline off', async () => {
  await finish()
  const [first] = asked
  clock.advance(ANSWER_MS)
  expect(first?.signal.aborted).toBe(false)
  odd.instead.set('/token', () => {})
  const arrived = odd.asked('/token')
  const late = finish()
  await arrived
  clock.advance(ANSWER_MS)
  expect(await faultOf(late)).toEqual({ trouble: 'silent', detail: 'slow' })
  expect(asked.at(-1)?.signal.aborted).toBe(true)
})
