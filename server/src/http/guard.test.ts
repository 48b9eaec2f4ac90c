/** What holds for every request, before anybody looks at what it asks. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { replayUrls } from '@vedette/contract/calls/replay'
import { loginOptions } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../testing/app.ts'
import { selfSigned } from './self-signed.ts'

/** Also asks for a target in absolute form, which no `fetch` sends. */
async function answerTo(
  target: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage | undefined> {
  const { hostname, port } = new URL(app.platform.address)
  const asked = request({ host: hostname, port, path: target, method: 'POST', headers })
  asked.end('{"SEQID":"1","BODY":{}}')
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  return answer?.resume()
}

/** Other spellings that lead to the same handlers. */
const SPELLINGS = [loginOptions.path.replace('/v', '/%76'), `http://elsewhere.example${loginOptions.path}`]
const IMAGE = '/vms/media/image/1/1'
const OTHER = 'https://console.example'
let app: TestApp
/** Lets the handler of `loginOptions` go on, where a test made it wait. */
let held: Promise<void> | undefined
let inHandler = 0
beforeAll(async () => {
  app = await startTestApp({
    config: { allowedOrigins: [OTHER] },
    overrides: {
      routes: (routes) =>
        routes.map((route) => {
          if (route.call !== loginOptions) return route
          return {
            ...route,
            prepare(body, files) {
              const { objects, run } = route.prepare(body, files)
              const slow: typeof run = async (...who) => {
                inHandler++
                await held
                return run(...who)
              }
              return { objects, run: slow }
            },
          }
        }),
    },
  })
})
afterAll(() => app.close())

const ask = (headers: Record<string, string> = {}, method = 'POST') =>
  app.fetch(loginOptions.path, {
    method,
    headers,
    ...(method === 'POST' ? { body: '{"SEQID":"1","BODY":{}}' } : {}),
  })

describe('every answer', () => {
  it('keeps browsers strict', async () => {
    for (const answer of [
      await app.fetch('/healthz'),
      await ask(),
      await ask({ origin: 'https://evil.example' }),
    ])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
      })
  })

  it('is kept by nobody where it answers a call', async () => {
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
    expect((await app.fetch('/vms/nothing')).headers.get('cache-control')).toBe('no-store')
    expect((await app.fetch('/healthz')).headers.get('cache-control')).toBeNull()
    for (const target of SPELLINGS)
      expect((await answerTo(target))?.headers['cache-control']).toBe('no-store')
  })

  it('asks browsers to stay with TLS where the operator has a certificate, and else not', async () => {
    expect((await ask()).headers.get('strict-transport-security')).toBeNull()
    const folder = await mkdtemp(join(tmpdir(), 'vedette-guard-'))
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const now = Date.now()
    const made = await selfSigned({
      brand: 'Vedette',
      names: ['localhost'],
      notBefore: new Date(now - 60_000),
      notAfter: new Date(now + 60_000),
    })
    await writeFile(certPath, made.cert)
    await writeFile(keyPath, made.key)
    const secure = await startTestApp({ config: { tls: { kind: 'files', certPath, keyPath } } })
    try {
      const { headers } = await secure.platform.http.inject({
        url: '/healthz',
        headers: { host: 'localhost' },
      })
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    } finally {
      await secure.close()
      await rm(folder, { recursive: true })
    }
  })
})

describe('a page of another origin', () => {
  it('is told that it may not, and nothing is done for it', async () => {
    const before = inHandler
    const answer = await ask({ origin: 'https://evil.example' })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { CODE: CODES.noPermission.code, BODY: { Reason: 'Origin' } },
    ])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(inHandler).toBe(before)
  })

  it('that is allowed may read the answer, and ask beforehand what it may send', async () => {
    const answer = await ask({ origin: OTHER })
    expect(await answer.json()).toMatchObject({ CODE: '200' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': OTHER,
      'access-control-expose-headers': 'date, content-range, x-vedette-layout',
      vary: 'Origin',
    })
    expect(answer.headers.get('access-control-allow-methods')).toBeNull()
    const before = inHandler
    const preflight = await ask({ origin: OTHER }, 'OPTIONS')
    expect([preflight.status, await preflight.text()]).toEqual([204, ''])
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': OTHER,
      vary: 'Origin',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, range',
      'access-control-max-age': '600',
    })
    expect(inHandler).toBe(before)
  })

  it('that is allowed may show pictures, whose elements name no origin', async () => {
    const policyOf = async (path: string, from: TestApp): Promise<string | null> =>
      (await from.fetch(path)).headers.get('cross-origin-resource-policy')
    for (const path of [IMAGE, replayUrls.path, '/healthz'])
      expect(await policyOf(path, app)).toBe(path === IMAGE ? 'cross-origin' : 'same-origin')
    const alone = await startTestApp()
    try {
      expect(await policyOf(IMAGE, alone)).toBe('same-origin')
    } finally {
      await alone.close()
    }
  })

  it('is none where it is our own', async () => {
    const { origin } = new URL(app.platform.address)
    const answer = await ask({ origin })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect((await ask({ origin }, 'OPTIONS')).status).toBe(404)
  })
})

describe('too much at once', () => {
  const overloaded = { CODE: CODES.overloaded.code, BODY: {} }

  it('is refused until the platform is ready, but for those that ask whether it is', async () => {
    app.platform.http.setReady(false)
    const [call, health, page] = [await ask(), await app.fetch('/healthz'), await app.metrics()]
    app.platform.http.setReady(true)
    expect([call.status, await call.json()]).toEqual([503, overloaded])
    expect([health.status, await health.text()]).toEqual([503, 'starting\n'])
    expect(page.status).toBe(200)
    expect((await ask()).status).toBe(200)
  })

  it('is refused under every spelling of a path, until the platform is ready and of one address', async () => {
    app.platform.http.setReady(false)
    const early = await Promise.all(SPELLINGS.map((target) => answerTo(target)))
    app.platform.http.setReady(true)
    expect(early.map((answer) => answer?.statusCode)).toEqual([503, 503])
    for (const [at, target] of SPELLINGS.entries()) {
      const from = { 'x-forwarded-for': `198.51.100.${at}` }
      const release = Promise.withResolvers<void>()
      held = release.promise
      const before = inHandler
      const first = Array.from({ length: 200 }, () => answerTo(target, from))
      await expect.poll(() => inHandler - before, { timeout: 60_000 }).toBe(200)
      expect((await answerTo(target, from))?.statusCode).toBe(503)
      release.resolve()
      held = undefined
      expect(new Set((await Promise.all(first)).map((answer) => answer?.statusCode))).toEqual(new Set([200]))
    }
  })

  it('is more than a thousand that are answered, from however many addresses', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    const before = inHandler
    const { promise: areRefused, resolve } = Promise.withResolvers<void>()
    let refused = 0
    const asked = Array.from({ length: 1010 }, async (_, at) => {
      const answer = await ask({ 'x-forwarded-for': `198.51.${at % 101}.1` })
      if (answer.status === 503 && ++refused === 10) resolve()
      return [answer.status, await answer.json()]
    })
    await areRefused
    // What needs no database is there all the time.
    expect((await app.fetch('/healthz')).status).toBe(200)
    release.resolve()
    held = undefined
    const codes = (await Promise.all(asked)).map((answer) => JSON.stringify(answer))
    const over = codes.filter((answer) => answer === JSON.stringify([503, overloaded]))
    expect(over).toHaveLength(1010 - (inHandler - before))
    expect(inHandler - before).toBeLessThanOrEqual(1000)
    expect(codes.filter((answer) => answer.startsWith('[200,{"CODE":"200"'))).toHaveLength(inHandler - before)
    expect((await ask({ 'x-forwarded-for': '198.51.200.1' })).status).toBe(200)
  })
})
