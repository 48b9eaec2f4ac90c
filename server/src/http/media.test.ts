/** What a signed address gives, to whom, how much of it and for how long: of a medium that the test makes. */
import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { joinGroups } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { updateRole } from '@vedette/contract/calls/role'
import { type CodeName, CODES, Refusal } from '@vedette/contract/codes'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { raiseEpoch } from '../authority/epoch.ts'
import { TestClock } from '../engines/clock.ts'
import { type AuditLog, openAuditLog } from '../modules/audit/index.ts'
import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../testing/app.ts'
import { medium, PATH } from './test-medium.ts'
import { type MediaAnswer, mountMedia } from './media.ts'
import { Metrics } from './metrics.ts'
import { SignedUrls } from './signed-urls.ts'

const PATIENCE = { timeout: 60_000 }
const BYTES = Buffer.from('0123456789')

const MIB = 1024 * 1024

let app: TestApp
let company: TestCompany
let did: string
let audit: AuditLog
let metrics: Metrics
let errors: unknown[]
beforeAll(async () => {
  app = await startTestApp()
  company = await app.company()
  did = await app.device(company)
  metrics = new Metrics()
  const { storage } = app.platform
  audit = openAuditLog({
    storage,
    key: Buffer.alloc(32),
    clock: app.clock,
    onError: (error) => void errors.push(error),
  })
})
afterAll(async () => {
  await audit.close()
  await app.close()
})

let clock: TestClock
let http: FastifyInstance
let urls: SignedUrls
let stopAll: () => void
/** What the route answers. */
let answer: MediaAnswer | Error
let held: PromiseWithResolvers<void>
/** Runs before what is disclosed is on record. */
let beforeAudit: Promise<void>
let ended: boolean
beforeEach(async () => {
  errors = []
  ended = false
  held = Promise.withResolvers()
  beforeAudit = Promise.resolve()
  clock = new TestClock(app.clock.now())
  urls = new SignedUrls(Buffer.alloc(32, 1), clock)
  answer = {
    type: 'video/mp4',
    headers: { 'x-vedette-origin': '7' },
    bytes: BYTES.length,
    tag: '"a"',
    details: { form: 'file' },
    body: async function* (from, to) {
      yield BYTES.subarray(from, to)
    },
  }
  http = Fastify({ trustProxy: ['127.0.0.1'] })
  const route = {
    call: medium,
    async handle() {
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const onError = (error: unknown): void => void errors.push(error)
  const { authority } = app.platform
  const slowAudit: Parameters<typeof mountMedia>[2]['audit'] = {
    refused: (...of) => audit.refused(...of),
    sawMoment: (...of) => audit.sawMoment(...of),
    fetched: async (...of) => {
      await beforeAudit
      await audit.fetched(...of)
    },
  }
  const needs = { authority, signedUrls: urls, audit: slowAudit, clock, metrics, onError }
  stopAll = mountMedia(http, [route], needs)
  await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  stopAll()
  http.server.closeAllConnections()
  await http.close()
  if (errors.length > 0) throw new AggregateError(errors)
})

/** A medium that begins and then waits. */
const endless = (): MediaAnswer => ({
  type: 'video/mp4',
  body: async function* () {
    try {
      yield BYTES
      await held.promise
      yield BYTES
    } finally {
      ended = true
    }
  },
})

async function urlOf({ token }: { token: string } = company, of: Record<string, string> = { did }) {
  return urls.sign(PATH, of, await app.platform.authority.authenticate(token))
}
function portOf(): number {
  const bound = http.server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the server has no port')
  return bound.port
}
function sent(url: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const asked = ask({ port: portOf(), host: '127.0.0.1', path: url, method, headers })
  // A connection that is reset; whose answer broke off says so itself.
  asked.on('error', () => {})
  asked.end()
  return once(asked, 'response').then(([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no answer')
    return response
  })
}
async function got(url: string, headers: Record<string, string> = {}) {
  const response = await sent(url, headers)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
/** An answer of which the first bytes have come. */
async function running(who: { token: string } = company) {
  answer = endless()
  const response = await sent(await urlOf(who))
  await once(response, 'readable')
  const { promise, resolve } = Promise.withResolvers<string>()
  const pieces: Buffer[] = []
  response.on('data', (piece: Buffer) => pieces.push(piece))
  response.on('error', () => {})
  response.on('close', () => resolve(response.complete ? 'whole' : 'cut'))
  return { end: promise, pieces }
}

it('is over when its reader left before it began, and not checked for ever', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  beforeAudit = promise
  answer = endless()
  const before = await counted(medium.success)
  const asked = ask({ port: portOf(), host: '127.0.0.1', path: await urlOf() })
  asked.on('error', () => {})
  const [connection] = await Promise.all([
    once(http.server, 'connection').then(([socket]: Socket[]) => socket),
    once(http.server, 'request'),
    Promise.resolve(asked.end()),
  ])
  asked.destroy()
  if (connection && !connection.destroyed) await once(connection, 'close')
  resolve()
  await expect.poll(() => counted(medium.success), PATIENCE).toBe(before + 1)
})

const guard = (regions?: readonly string[]): Promise<TestAccount> =>
  app.account(company, { replay: [] }, regions)
const counted = async (code: string): Promise<number> =>
  Number(
    new RegExp(`vedette_requests_total\\{path="${PATH}",code="${code}"\\} (\\d+)`).exec(
      await metrics.text(),
    )?.[1] ?? 0,
  )

describe('a medium', () => {
  it('comes whole, with what its route says of it', async () => {
    const before = await counted('200')
    const { status, headers, body } = await got(await urlOf())
    expect([status, body]).toEqual([200, '0123456789'])
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'x-vedette-origin': '7',
      'accept-ranges': 'bytes',
      'content-length': '10',
      etag: '"a"',
    })
    expect(headers).not.toHaveProperty('content-range')
    await expect.poll(() => counted('200'), PATIENCE).toBe(before + 1)
  })

  it('comes in parts, where they are asked for', async () => {
    const url = await urlOf()
    const part = await got(url, { range: 'bytes=2-4' })
    expect([part.status, part.body]).toEqual([206, '234'])
    expect(part.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '3',
      'content-range': 'bytes 2-4/10',
      etag: '"a"',
    })
    const beyond = await got(url, { range: 'bytes=10-' })
    expect([beyond.status, beyond.headers['content-range'], beyond.body]).toEqual([416, 'bytes */10', ''])
    expect((await got(url, { range: 'bytes=2-4', 'if-range': '"b"' })).body).toBe('0123456789')
  })

  it('whose length nobody knows says nothing of it', async () => {
    const twice = async function* () {
      yield BYTES
      yield BYTES
    }
    answer = { type: 'video/mp4', body: twice }
    const { status, headers, body } = await got(await urlOf(), { range: 'bytes=2-4' })
    expect([status, body]).toEqual([200, '01234567890123456789'])
    for (const name of ['accept-ranges', 'content-length', 'content-range', 'etag'])
      expect(headers).not.toHaveProperty(name)
    const single = async function* () {
      yield BYTES
    }
    answer = { type: 'video/mp4', bytes: 10, body: single }
    expect((await got(await urlOf())).headers).not.toHaveProperty('etag')
  })

  it('is asked for by GET alone', async () => {
    expect((await got(await urlOf(), { method: 'HEAD' })).status).toBe(404)
  })

  it('is written down before it comes: who, from where, what of it', async () => {
    const who = await guard()
    const path = await urlOf(who)
    await got(path, { 'x-forwarded-for': '203.0.113.5' })
    const { List } = await app.ask(auditList, { AccountID: who.accountId, Paths: [PATH] }, company.token)
    expect(List).toMatchObject([
      {
        Address: '203.0.113.5',
        Targets: [{ Kind: 'device', ID: did }],
        Outcome: 'done',
        Details: { form: 'file' },
      },
    ])
  })
})

describe('nobody gets a medium', () => {
  const refused = (status: number, name: CodeName) => ({
    status,
    headers: { 'content-type': expect.stringContaining('application/json') },
    body: expect.stringContaining(`"CODE":"${CODES[name].code}"`),
  })

  it('by an address that is not signed for it, or is old', async () => {
    const url = await urlOf()
    const before = await counted(CODES.notLoggedIn.code)
    expect(await got(PATH)).toMatchObject(refused(401, 'notLoggedIn'))
    expect(await got(url.replace(did, await app.device(company)))).toMatchObject(refused(401, 'notLoggedIn'))
    expect(await counted(CODES.notLoggedIn.code)).toBe(before + 2)
    clock.advance(5 * 60_000 + 1)
    expect(await got(url)).toMatchObject(refused(401, 'tokenExpired'))
  })

  it('by one of an older version, which names nothing, or nothing of ours', async () => {
    expect(await got(await urlOf(company, {}))).toMatchObject(refused(401, 'notLoggedIn'))
    expect(await got(await urlOf(company, { did: '../../x' }))).toMatchObject(refused(401, 'notLoggedIn'))
  })

  it('whose session ended', async () => {
    const who = await guard()
    const url = await urlOf(who)
    await app.platform.authority.revokeAccount(company.companyId, who.accountId)
    expect(await got(url)).toMatchObject(refused(401, 'notLoggedIn'))
  })

  it('who may not, and that is written down', async () => {
    const clerk = await app.account(company, { realTimeVideo: [] })
    expect(await got(await urlOf(clerk))).toMatchObject(refused(403, 'noPermission'))
    const bound = await guard([await app.region(company)])
    expect(await got(await urlOf(bound), { 'x-forwarded-for': '203.0.113.6' })).toMatchObject(
      refused(403, 'noDataAuthority'),
    )
    const rows = async () =>
      (await app.ask(auditList, { AccountID: bound.accountId, Paths: [PATH] }, company.token)).List
    await expect.poll(rows, PATIENCE).toMatchObject([
      {
        Address: '203.0.113.6',
        Targets: [{ Kind: 'device', ID: did }],
        Outcome: 'refused',
        Code: CODES.noDataAuthority.code,
      },
    ])
  })

  it.each([
    ['noRecording', 404],
    ['badInput', 400],
    ['unavailable', 501],
    ['imageLoadFailed', 500],
    ['overloaded', 503],
  ] as const)('where the route refuses with %s, which is %i', async (name, status) => {
    answer =
      name === 'badInput' || name === 'unavailable'
        ? new Refusal(name, { Field: '', Reason: 'a reason' })
        : new Refusal(name)
    const before = await counted(CODES[name].code)
    expect(await got(await urlOf())).toMatchObject(refused(status, name))
    expect(await counted(CODES[name].code)).toBe(before + 1)
  })

  it('where a bug hinders it, of which he learns nothing', async () => {
    answer = new Error('a secret')
    const { status, body } = await got(await urlOf())
    expect([status, body]).toEqual([500, JSON.stringify({ CODE: CODES.internal.code, BODY: {} })])
  })
})

describe('a medium that runs', () => {
  it('goes on to its end, longer than its address is good', async () => {
    const { end, pieces } = await running()
    clock.advance(10 * 60_000)
    held.resolve()
    expect(await end).toBe('whole')
    expect(Buffer.concat(pieces).toString()).toBe('01234567890123456789')
    expect(ended).toBe(true)
  })

  it('is closed by its maker when its listener leaves, and counted', async () => {
    const before = await counted('200')
    answer = endless()
    const response = await sent(await urlOf())
    await once(response, 'readable')
    response.destroy()
    await expect.poll(() => counted('200'), PATIENCE).toBe(before + 1)
    held.resolve()
    await expect.poll(() => ended, PATIENCE).toBe(true)
  })

  it('ends with its session, and others go on', async () => {
    const who = await guard()
    const [one, other] = [await running(who), await running()]
    await app.platform.authority.revokeAccount(company.companyId, who.accountId)
    expect(await one.end).toBe('cut')
    held.resolve()
    expect(await other.end).toBe('whole')
  })

  it('leaves a slow reader nothing of what waits for it when the right to it ends', async () => {
    const who = await guard()
    const body = async function* () {
      yield Buffer.alloc(64 * MIB)
    }
    answer = { type: 'video/mp4', body }
    const response = (await sent(await urlOf(who))).pause().on('error', () => {})
    await expect.poll(() => response.readableLength, PATIENCE).toBeGreaterThan(0)
    await app.platform.authority.revokeAccount(company.companyId, who.accountId)
    let bytes = 0
    response.on('data', (piece: Buffer) => (bytes += piece.length)).resume()
    await new Promise((resolve) => response.once('close', resolve))
    // What the kernel has taken is beyond reach: 4 MiB to be sent (tcp_wmem) and a window.
    expect(bytes).toBeLessThan(8 * MIB)
  })

  it('ends when the right to it does, and not when another changes', async () => {
    const [who, moved, kept] = [await guard(), await guard(), await guard()]
    const [one, two, three] = [await running(who), await running(moved), await running(kept)]
    const more = [{ pageKey: 'replay' as const }, { pageKey: 'realTimeVideo' as const }]
    await app.ask(updateRole, { id: kept.roleId, permissions: more }, company.token)
    await app.ask(updateRole, { id: who.roleId, permissions: [] }, company.token)
    expect(await one.end).toBe('cut')
    const body = { AccountID: moved.accountId, AllRegions: false, GIDs: [await app.region(company)] }
    await app.ask(joinGroups, body, company.token)
    expect(await two.end).toBe('cut')
    held.resolve()
    expect(await three.end).toBe('whole')
  })

  it('is checked anew every two seconds, where nobody told of a change', async () => {
    const [who, kept] = [await guard(), await guard()]
    const [one, other] = [await running(who), await running(kept)]
    const { storage } = app.platform
    const without = { role_status: 0, permissions: '{}' }
    await storage.write([
      storage.db.updateTable('role').set(without).where('id', '=', who.roleId),
      raiseEpoch(storage, company.companyId),
    ])
    clock.advance(2000)
    expect(await one.end).toBe('cut')
    held.resolve()
    expect(await other.end).toBe('whole')
  })

  it('ends with all others when the server goes, which hears of nothing any more', async () => {
    const who = await guard()
    const { end } = await running(who)
    stopAll()
    expect(await end).toBe('cut')
  })

  it('tells of a bug in checking it, and goes on', async () => {
    const other = await app.company()
    const clerk = await app.account(other, { replay: [] })
    const its = await app.device(other)
    answer = endless()
    const response = await sent(await urlOf(clerk, { did: its }))
    await once(response, 'readable')
    const { storage } = app.platform
    const store = (permissions: string) =>
      storage.write([
        storage.db.updateTable('role').set({ permissions }).where('id', '=', clerk.roleId),
        raiseEpoch(storage, other.companyId),
      ])
    await store('{"no JSON"')
    clock.advance(2000)
    await expect.poll(() => errors.splice(0), PATIENCE).toEqual([expect.any(SyntaxError)])
    await store('{}')
    held.resolve()
    expect(await text(response)).toHaveLength(20)
  })
})
