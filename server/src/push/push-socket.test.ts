/** What one push socket may send, how often and how late: on a gate of the test's own. */
import { encodeFrame, type Message } from '@vedette/contract/frame'
import { LoginReplyBody, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Authority } from '../authority/authority.ts'
import { raiseEpoch } from '../authority/epoch.ts'
import { type OwnSockets, ownSockets } from '../testing/own-sockets.ts'
import { IDLE_MS } from '../authority/token.ts'
import { startTestApp, type TestApp, type TestCompany } from '../testing/app.ts'
import { Push } from './push.ts'
import { SessionKeys } from './session-keys.ts'
import { leaveSockets, PushClient } from './test-clients.ts'

let app: TestApp
let company: TestCompany
let gate: OwnSockets
let push: Push
let kept: PromiseWithResolvers<void> | undefined
beforeAll(async () => {
  app = await startTestApp()
  company = await app.company()
})
afterAll(() => app.close())
beforeEach(async () => {
  leaveSockets()
  kept = undefined
  const authority = slowly(app.platform.authority)
  gate = await ownSockets(app.clock.now(), (needs) => {
    push = new Push({ authority, keys: new SessionKeys(authority), ...needs })
    return { [SOCKET_PATH]: push }
  })
})
afterEach(async () => {
  await gate.close()
  push.close()
})

/** Keeps its answers back while a test says so: the database is slow. */
function slowly(authority: Authority): Authority {
  return {
    ...authority,
    async authenticate(token) {
      const principal = await authority.authenticate(token)
      await kept?.promise
      return principal
    },
  }
}

const connect = (address?: string) => new PushClient(gate.urlOf(SOCKET_PATH), address)
async function loggedIn(token = company.token): Promise<PushClient> {
  const client = connect()
  expect((await client.login(token)).CODE).toBe('200')
  return client
}
const frame = (method: string, SEQID = '1', BODY: unknown = {}) =>
  encodeFrame({ METHOD: method, BODY, SEQID })
const loginFrame = (UserToken: string, SEQID?: string) =>
  frame(METHOD.login, SEQID, { UserToken, SDKVersion: '1' })
async function beats(client: PushClient, SEQID: string): Promise<Message> {
  client.send(METHOD.heartbeat, {}, SEQID)
  return client.next(METHOD.heartbeat)
}

describe('a push socket', () => {
  it('hears nothing before its log-in, and logs in once', async () => {
    const client = await connect().opened()
    client.send(METHOD.heartbeat, {}, 'early')
    const { BODY } = await client.login(company.token)
    const { sessionId } = await app.platform.authority.authenticate(company.token)
    expect(LoginReplyBody.parse(BODY)).toEqual({
      Key: expect.stringMatching(/^[0-9a-f]{64}$/),
      SessionID: sessionId,
    })
    client.socket.send(loginFrame(company.token))
    expect(await beats(client, 'late')).toMatchObject({ SEQID: 'late' })
    expect(client.rest).toEqual([])
  })

  it('echoes no more than 20 characters of a SEQID', async () => {
    const long = '0123456789abcdefghijklmnop'
    const client = await connect().opened()
    client.socket.send(loginFrame(company.token, long))
    expect((await client.next(METHOD.loginReply)).SEQID).toBe('0123456789abcdefghij')
    expect((await beats(client, long)).SEQID).toBe('0123456789abcdefghij')
    const refused = await connect().opened()
    refused.socket.send(loginFrame('nobody', long))
    expect(await refused.next(METHOD.loginReply)).toEqual({
      METHOD: METHOD.loginReply,
      CODE: '2008',
      BODY: {},
      SEQID: '0123456789abcdefghij',
    })
    expect(await refused.closed).toBe(4401)
  })

  it('keeps its session from ending for idleness by heartbeats alone', async () => {
    const other = await app.company()
    const client = await loggedIn(other.token)
    app.clock.leap(IDLE_MS - 1000)
    await beats(client, 'a')
    app.clock.leap(2000)
    const { sessionId } = await app.platform.authority.authenticate(other.token)
    expect(sessionId).not.toBe('')
    company = await app.company()
  })

  it('has ten seconds to log in, and may be silent for less than thirty', async () => {
    const [client, late] = [await connect().opened(), await connect().opened()]
    gate.clock.advance(9999)
    await client.login(company.token)
    gate.clock.advance(1)
    expect(await late.closed).toBe(4408)
    gate.clock.advance(29_000)
    expect(await beats(client, 'a')).toMatchObject({ SEQID: 'a' })
    gate.clock.advance(30_000)
    expect(await client.closed).toBe(4408)
  })

  it('is heard in whatever it sends, read or not', async () => {
    const client = await loggedIn()
    gate.clock.advance(20_000)
    client.send('9999', {})
    await beats(client, 'a')
    gate.clock.advance(20_000)
    expect(await beats(client, 'b')).toMatchObject({ SEQID: 'b' })
  })

  it('may send sixty frames at once and twenty in a second, in however many messages', async () => {
    const client = await loggedIn()
    for (let sent = 1; sent < 60; sent++) client.send(METHOD.heartbeat, {}, String(sent))
    for (let sent = 1; sent < 60; sent++) await client.next(METHOD.heartbeat)
    gate.clock.advance(1000)
    const twenty = Array.from({ length: 20 }, (_, at) => frame(METHOD.heartbeat, String(at)))
    client.socket.send(Buffer.concat(twenty))
    for (let sent = 0; sent < 20; sent++)
      expect((await client.next(METHOD.heartbeat)).SEQID).toBe(String(sent))
    gate.clock.advance(1000)
    client.socket.send(Buffer.concat([...twenty, frame(METHOD.heartbeat)]))
    expect(await client.closed).toBe(1008)
    expect(client.rest).toEqual([])
  })

  it('pays for a piece of a frame as for a whole one', async () => {
    const client = await connect().opened()
    // The beginning of a frame, whose end never comes.
    const whole = frame(METHOD.heartbeat, '1', 'x'.repeat(1000))
    for (let at = 0; at < 61; at++) client.socket.send(whole.slice(at, at + 1))
    expect(await client.closed).toBe(1008)
  })

  it('is not listened to any more once it is closed', async () => {
    const client = await connect().opened()
    client.socket.send('no frame')
    client.socket.send(loginFrame(company.token))
    expect(await client.closed).toBe(1003)
    expect(client.rest).toEqual([])
  })

  it('that sends bytes that are no frame, or a frame as text, is closed with 1003', async () => {
    const text = Buffer.from(frame(METHOD.heartbeat, '1234')).toString()
    expect(Buffer.from(text)).toEqual(Buffer.from(frame(METHOD.heartbeat, '1234')))
    for (const sent of [Buffer.from('no frame'), text]) {
      const client = await loggedIn()
      client.socket.send(sent)
      expect(await client.closed).toBe(1003)
      expect(client.rest).toEqual([])
    }
    expect(gate.errors).toEqual([])
  })

  it('that left while its token was checked takes none of its session’s places', async () => {
    const token = await app.tokenOf(company.code, 'boss')
    kept = Promise.withResolvers()
    // Two more than have room: of the last the gate may hear late.
    const leaving = await Promise.all(Array.from({ length: 22 }, () => connect().opened()))
    for (const client of leaving) {
      client.socket.send(loginFrame(token))
      client.socket.close()
      await client.closed
    }
    kept.resolve()
    expect((await connect().login(token)).CODE).toBe('200')
  })

  it('whose session ends while its token is checked is refused', async () => {
    const token = await app.tokenOf(company.code, 'boss')
    const { sessionId } = await app.platform.authority.authenticate(token)
    kept = Promise.withResolvers()
    const client = await connect().opened()
    client.socket.send(loginFrame(token))
    await app.platform.authority.revokeSession(company.companyId, sessionId)
    kept.resolve()
    expect((await client.next(METHOD.loginReply)).CODE).toBe('2008')
    expect(await client.closed).toBe(4401)
  })

  it('is closed with 1011 where a bug hinders its log-in, which is logged', async () => {
    const { storage } = app.platform
    const other = await app.company()
    const clerk = await app.account(other, {})
    const store = (permissions: string) =>
      storage.write([
        storage.db.updateTable('role').set({ permissions }).where('id', '=', clerk.roleId),
        raiseEpoch(storage, other.companyId),
      ])
    await store('{"no JSON"')
    const client = await connect().opened()
    client.socket.send(loginFrame(clerk.token))
    const code = await client.closed
    await store('{}')
    expect(code).toBe(1011)
    expect(client.rest).toEqual([])
    expect(gate.errors).toEqual([expect.any(SyntaxError)])
  })

  it('may be one of twenty of its session; who leaves makes room', async () => {
    const token = await app.tokenOf(company.code, 'boss')
    const clients = await Promise.all(Array.from({ length: 20 }, () => loggedIn(token)))
    const refused = await connect().opened()
    refused.socket.send(loginFrame(token))
    expect(await refused.closed).toBe(1008)
    expect(refused.rest).toEqual([])
    expect((await connect().login(company.token)).CODE).toBe('200')
    clients[0]?.socket.close()
    await clients[0]?.closed
    await loggedIn(token)
  })

  it('gives its place to others when it logs in or leaves', async () => {
    const from = '198.51.100.7'
    const waiting = await Promise.all(Array.from({ length: 200 }, () => connect(from).opened()))
    expect(await connect(from).closed).toBe(1013)
    await waiting[0]?.login(company.token)
    const next = await connect(from).opened()
    expect((await next.login(company.token)).CODE).toBe('200')
    waiting[1]?.socket.close()
    await waiting[1]?.closed
    expect((await connect(from).login(company.token)).CODE).toBe('200')
  })

  it('is told nothing by a gate that was closed, and goes on', async () => {
    const token = await app.tokenOf(company.code, 'boss')
    const client = await loggedIn(token)
    push.close()
    gate.clock.advance(60_000)
    await app.platform.authority.revokeAccount(company.companyId, company.accountId)
    expect(await beats(client, 'a')).toMatchObject({ SEQID: 'a' })
    expect(client.rest).toEqual([])
    company = await app.company()
  })

  it('that is slow gets nothing of what waits for it once its session has ended', async () => {
    const client = await loggedIn()
    client.socket.pause()
    const device = { companyId: company.companyId, did: 'DID-1', regionId: null, presence: 1 as const }
    const words = { reason: 'none' as const, sinceMs: 1, status: 'normal' as const, statusSinceMs: 1 }
    const devices = Array.from({ length: 200 }, () => ({ ...device, ...words }))
    // As long as it is not cut for being slow, which comes a megabyte later.
    while (gate.waitingBytes() < 256 * 1024) push.sendPresence(company.companyId, devices)
    await app.platform.authority.revokeAccount(company.companyId, company.accountId)
    client.socket.resume()
    expect(await client.closed).toBe(1006)
    expect(client.rest.length).toBeLessThan(100)
    company = await app.company()
  })

  it('that takes nothing off its connection is cut', async () => {
    const client = await loggedIn()
    client.socket.pause()
    const device = { companyId: company.companyId, did: 'DID-1', regionId: null, presence: 1 as const }
    const words = { reason: 'none' as const, sinceMs: 1, status: 'normal' as const, statusSinceMs: 1 }
    const devices = Array.from({ length: 20_000 }, () => ({ ...device, ...words }))
    // More than two systems' buffers hold.
    for (let time = 0; time < 20; time++) push.sendPresence(company.companyId, devices)
    client.socket.resume()
    expect(await client.closed).toBe(1006)
  })
})
