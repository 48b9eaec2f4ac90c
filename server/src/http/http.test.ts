import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { deviceList } from '@vedette/contract/calls/device'
import { createGroup } from '@vedette/contract/calls/group'
import { login, loginOptions, logout } from '@vedette/contract/calls/user'
import { CALLS } from '@vedette/contract/catalogue'
import { call, Empty } from '@vedette/contract/call'
import { CODES, type CodeName } from '@vedette/contract/codes'
import { readAnswer } from '@vedette/contract/envelope'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { startTestApp, type TestApp } from '../testing/app.ts'
import { checkRoutes } from './calls.ts'
import { checkOrigin } from './origin.ts'
import { serve, servePublic } from './route.ts'

let app: TestApp
let consoleFolder: string
beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'vedette-console-'))
  await mkdir(join(consoleFolder, 'assets'))
  await writeFile(join(consoleFolder, 'index.html'), '<meta nonce="__CSP_NONCE__"><div id="root"></div>')
  await writeFile(join(consoleFolder, 'assets/app-1a2b.js'), 'plain')
  await writeFile(join(consoleFolder, 'assets/app-1a2b.js.br'), 'packed')
  await writeFile(join(consoleFolder, 'favicon.svg'), '<svg/>')
  app = await startTestApp({
    config: { allowedOrigins: ['https://console.example'] },
    overrides: { consoleFolder },
  })
})
afterAll(async () => {
  await app.close()
  await rm(consoleFolder, { recursive: true })
})

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await app.fetch(path, { method: 'POST', body, headers })
  const answer = readAnswer(await response.json())
  return { status: response.status, answer, headers: response.headers }
}

const refusal = (name: CodeName, BODY: unknown = {}) => ({ CODE: CODES[name].code, BODY })

describe('a body that is no envelope', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{"SEQID":'],
    ['an array', '[{"SEQID":"1","BODY":{}}]'],
    ['a text', '"SEQID"'],
    ['null', 'null'],
    ['no SEQID', '{"BODY":{}}'],
    ['a SEQID that is long', `{"SEQID":"${'1'.repeat(21)}","BODY":{}}`],
    ['a prototype', '{"SEQID":"1","BODY":{},"__proto__":{"access":"public"}}'],
    ['a prototype in BODY', '{"SEQID":"1","BODY":{"__proto__":{"GID":"x"}}}'],
    ['a constructor with a prototype', '{"SEQID":"1","BODY":{"constructor":{"prototype":{"x":1}}}}'],
    ['100,000 brackets', '['.repeat(100_000)],
  ])('is refused with 400: %s', async (_what, body) => {
    const { status, answer } = await post(login.path, body)
    expect([status, answer]).toEqual([400, refusal('badEnvelope')])
  })

  it.each(['{"SEQID":7,"BODY":{}}', '{"SEQID":7}', '{"SEQID":"7"}'])(
    'is one with a number as SEQID, or without a BODY: %s',
    async (body) => {
      expect(await post(loginOptions.path, body)).toMatchObject({ status: 200, answer: { CODE: '200' } })
    },
  )

  it('is refused with 413 when it is too large, whatever it holds', async () => {
    const { status, answer } = await post(login.path, `{"SEQID":"1","BODY":"${'x'.repeat(5_000_000)}"}`)
    expect([status, answer]).toEqual([413, refusal('tooLarge', { Limit: 1024 * 1024 })])
  })

  it('is read whatever type it claims', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(
        (await post(loginOptions.path, '{"SEQID":"1","BODY":{}}', { 'content-type': type })).status,
      ).toBe(200)
  })

  it('never makes the server fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
        const { status, answer } = await post(login.path, body)
        expect([200, 400]).toContain(status)
        expect(answer?.CODE).not.toBe(CODES.internal.code)
      }),
      { numRuns: 50 },
    )
  })
})

describe('bad input', () => {
  it.each([
    [{ GID: 7 }, 'GID', 'wrongType'],
    [{ GID: '../../etc' }, 'GID', 'wrongForm'],
    [{ PageSize: 10_000 }, 'PageSize', 'tooBig'],
    [{ Page: 0 }, 'Page', 'tooSmall'],
    [{ Keyword: 'a\0b' }, 'Keyword', 'zeroCharacter'],
    [{ Keyword: 'x'.repeat(65) }, 'Keyword', 'tooLong'],
    [[], '', 'wrongType'],
    [null, '', 'wrongType'],
  ])('%j is refused with the field %j and a reason', async (body, Field, Word) => {
    const company = await app.company()
    const answer = await app.send(deviceList, body, company.token)
    expect(answer).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field, Word } })
    expect(answer.BODY).toHaveProperty('Reason', expect.stringMatching(/./))
  })
})

describe('an unknown path', () => {
  it.each(['/vms/user/nothing', '/vms/', '/nothing', '/vms/user/login/', '/%', '/assets/../index.html.map'])(
    '%s is refused with 404',
    async (path) => {
      const { status, answer } = await post(path, '{"SEQID":"1","BODY":{}}')
      expect([status, answer]).toEqual([404, refusal('unknownCall')])
    },
  )

  it('is also a call by another method', async () => {
    expect((await app.fetch(login.path)).status).toBe(404)
    expect((await app.fetch(logout.path, { method: 'POST' })).status).toBe(404)
  })
})

describe('a bug', () => {
  it('is logged with the id that the answer carries, and tells nobody outside anything', async () => {
    const company = await app.company()
    const { storage } = app.platform
    const broken = { permissions: '{"secret of the database"' }
    const clerk = await app.account(company, {})
    await storage.write([storage.db.updateTable('role').set(broken).where('id', '=', clerk.roleId)])
    await app.platform.companies.addRole(company.companyId, { name: 'Raises the epoch', rights: {} })
    const { status, answer, headers } = await post(deviceList.path, '{"SEQID":"1","BODY":{}}', {
      authorization: clerk.token,
    })
    expect([status, answer]).toEqual([200, refusal('internal')])
    const id = headers.get('x-request-id') ?? 'none'
    const line = app
      .logged()
      .split('\n')
      .find((it) => it.includes(id) && it.includes('"bug"'))
    expect(line).toContain('SyntaxError')
  })
})

describe('the choke point', () => {
  const routes = () => CALLS.filter((it) => it.transport === 'http' || it.transport === 'upload').map(routeOf)
  const routeOf = (it: (typeof CALLS)[number]) =>
    it.access === 'public' ? servePublic(it, async () => ({})) : serve(it, async () => ({}))

  it('starts with a handler for each call', () => {
    expect(() => checkRoutes(CALLS, routes())).not.toThrow()
  })

  it('does not start with a call that nobody serves', () => {
    expect(() => checkRoutes(CALLS, routes().slice(1))).toThrow(/has 0 handlers/)
  })

  it('does not start with a call that is served twice', () => {
    expect(() => checkRoutes(CALLS, [...routes(), serve(createGroup, async () => ({ GID: '' }))])).toThrow(
      /has 2 handlers/,
    )
  })

  const TOLD = { title: { en: 'Try', 'zh-cn': '尝试' }, example: () => ({}) }
  it.each(['[]', 'null', '"everybody"', '{}'])('does not start with a call whose access is %s', (access) => {
    const careless = call('/vms/x/careless', {
      ...TOLD,
      access: JSON.parse(access),
      body: Empty,
      reply: Empty,
    })
    const all = [...CALLS, careless]
    expect(() => checkRoutes(all, [...routes(), serve(careless, async () => ({}))])).toThrow(/who may call/)
  })

  it('does not start with a call that could name objects unseen', () => {
    const bodies = [z.object({ List: z.array(z.object({ DID: z.string() })) }), z.object({ It: z.unknown() })]
    for (const body of bodies) {
      const careless = call('/vms/x/careless', {
        ...TOLD,
        access: 'session',
        body,
        reply: Empty,
        example: () => ({ List: [], It: 1 }),
      })
      const all = [...CALLS, careless]
      expect(() => checkRoutes(all, [...routes(), serve(careless, async () => ({}))])).toThrow(
        '/vms/x/careless has a body whose ids cannot all be checked',
      )
    }
  })

  it('does not start with a call that is served to everybody and declared for some', () => {
    const some = routes().map((route) =>
      route.call === createGroup ? servePublic(createGroup, async () => ({ GID: '' })) : route,
    )
    expect(() => checkRoutes(CALLS, some)).toThrow(/public/)
  })
})

describe('the Origin of a request', () => {
  const fromOrigin = (origin: string, method = 'POST') =>
    app.fetch(loginOptions.path, {
      method,
      headers: { origin },
      ...(method === 'POST' ? { body: '{"SEQID":"1","BODY":{}}' } : {}),
    })

  it('may be our own, or one that is allowed', async () => {
    expect((await fromOrigin(new URL(app.platform.address).origin)).status).toBe(200)
    const other = await fromOrigin('https://console.example')
    expect(other.headers.get('access-control-allow-origin')).toBe('https://console.example')
    const preflight = await fromOrigin('https://console.example', 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization, content-type, range',
    ])
  })

  it.each(['https://evil.example', 'null', 'http://127.0.0.1', 'file://', 'nonsense'])(
    'may not be %s',
    async (origin) => {
      const response = await fromOrigin(origin)
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('does not help a page whose name was bound to this machine', async () => {
    const { port } = new URL(app.platform.address)
    const status = await new Promise((resolve) => {
      get({ port, path: '/healthz', headers: { host: `evil.example:${port}` } }, (response) =>
        resolve(response.resume().statusCode),
      )
    })
    expect(status).toBe(403)
  })

  it('is any name of its own where the platform listens beyond this machine, and its public name behind a proxy', () => {
    const beyond = { host: '0.0.0.0', publicUrl: undefined, allowedOrigins: [] }
    const headers = { host: 'nvr.local:8080', origin: 'http://nvr.local:8080' }
    expect(checkOrigin(headers, beyond).kind).toBe('own')
    expect(checkOrigin({ ...headers, origin: 'http://other.local:8080' }, beyond).kind).toBe('foreign')
    const proxied = { ...beyond, host: '127.0.0.1', publicUrl: new URL('https://video.example/') }
    const atProxy = { host: 'video.example', origin: 'https://video.example' }
    expect(checkOrigin(atProxy, proxied).kind).toBe('own')
    expect(checkOrigin({ ...atProxy, host: '127.0.0.1:8080' }, proxied).kind).toBe('own')
    expect(checkOrigin(atProxy, { ...proxied, publicUrl: undefined }).kind).toBe('foreign')
  })
})

describe('the console', () => {
  it('is one page with a nonce of its own for each answer', async () => {
    const nonces = new Set<string | undefined>()
    for (let i = 0; i < 2; i++) {
      const response = await app.fetch('/')
      const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1]
      expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      expect(response.headers.get('cache-control')).toBe('no-store')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  it.each(['/index.html', '/%69ndex.html', '//index.html', '/./index.html', '/assets/..%2findex.html'])(
    'is under no weaker policy as %s',
    async (url) => {
      const { headers, statusCode, body } = await app.platform.http.inject(url)
      const policy = String(headers['content-security-policy'])
      expect(body).not.toContain('__CSP_NONCE__')
      if (statusCode !== 200) return
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
      expect(policy).toContain(`'nonce-${nonce}'`)
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('has files for ever, packed for whom can unpack them', async () => {
    const packed = await app.platform.http.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': 'br' },
    })
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br'])
    expect(packed.headers['cache-control']).toContain('immutable')
    expect((await app.platform.http.inject('/assets/app-1a2b.js')).body).toBe('plain')
    // A worker is bound by its script's own policy, and the media worker opens a socket.
    expect(packed.headers['content-security-policy']).toContain("connect-src 'self'")
    expect((await app.platform.http.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each(['/../package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00', '/.env'])(
    'gives nothing else away at %s',
    async (url) => {
      expect((await app.platform.http.inject(url)).statusCode).not.toBe(200)
    },
  )

  it('says so when it is not built', async () => {
    const bare = await startTestApp({ overrides: { consoleFolder: join(consoleFolder, 'none') } })
    const response = await bare.fetch('/')
    expect([response.status, await response.text()]).toEqual([
      503,
      'The console is not built: npm run build\n',
    ])
    await bare.close()
  })
})

it('answers every request with the headers that keep browsers strict', async () => {
  for (const path of ['/', '/healthz', '/nothing', loginOptions.path]) {
    const { headers } = await app.fetch(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

it('serves nothing while it is not ready, and says so', async () => {
  app.platform.http.setReady(false)
  const health = await app.fetch('/healthz')
  const { status, answer } = await post(loginOptions.path, '{"SEQID":"1","BODY":{}}')
  app.platform.http.setReady(true)
  expect([health.status, status, answer]).toEqual([503, 503, refusal('overloaded')])
  expect((await app.fetch('/healthz')).status).toBe(200)
})

it('serves others while one address has a thousand requests that never end', async () => {
  const { port, host } = new URL(app.platform.address)
  const head = [
    `POST ${loginOptions.path} HTTP/1.1`,
    `Host: ${host}`,
    'X-Forwarded-For: 198.51.100.1',
    'Content-Length: 9',
  ].join('\r\n')
  const peers = Array.from({ length: 1010 }, () => connect(Number(port), '127.0.0.1'))
  try {
    // All but the address's share are refused at once.
    const { promise: areRefused, resolve } = Promise.withResolvers<void>()
    let refused = 0
    for (const peer of peers) {
      peer.on('error', () => {})
      peer.once('data', (bytes) => {
        expect(String(bytes)).toMatch(/^HTTP\/1.1 503 /)
        if (++refused === peers.length - 200) resolve()
      })
      peer.write(`${head}\r\n\r\n{`)
    }
    await areRefused
    const codeFrom = async (address: string) => (await app.send(loginOptions, {}, undefined, address)).CODE
    expect(await codeFrom('198.51.100.2')).toBe('200')
    expect(await codeFrom('198.51.100.1')).toBe(CODES.overloaded.code)
  } finally {
    for (const peer of peers) peer.destroy()
  }
})

it('answers what is no HTTP with 400 and hangs up', async () => {
  const peer = connect(Number(new URL(app.platform.address).port), '127.0.0.1')
  peer.write('HELO mail.example\r\n\r\n')
  expect(await text(peer)).toMatch(/^HTTP\/1.1 400 /)
})
