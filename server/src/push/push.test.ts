import { encodeFrame } from '@vedette/contract/frame'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import type { TestCompany } from '../testing/app.ts'
import { PushClient, leaveSockets } from './test-clients.ts'
import { TestGate } from './test-gate.ts'
import { engines } from '../testing/storage.ts'

describe.each(engines)('the push socket on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany

  beforeAll(async () => {
    gate = await TestGate.open(engine)
    company = await gate.app.company()
  })
  beforeEach(leaveSockets)
  afterAll(() => gate.close())

  function connect(): PushClient {
    return new PushClient(gate.urlOf(SOCKET_PATH))
  }

  async function loggedIn(token: string): Promise<PushClient> {
    const client = connect()
    expect(await client.login(token)).toMatchObject({ CODE: '200' })
    return client
  }

  describe('logging in', () => {
    it('gives a key of 32 bytes that the sockets of one session share and other sessions do not have', async () => {
      const token = await gate.token(company)
      const first = await connect().login(token)
      expect(first).toMatchObject({ METHOD: '4117', CODE: '200', SEQID: '1' })
      expect(first.BODY).toEqual({
        Key: expect.stringMatching(/^[0-9a-f]{64}$/),
        SessionID: expect.any(String),
      })
      expect((await connect().login(token)).BODY).toEqual(first.BODY)
      const other = await gate.session(company)
      expect([other.key, other.sessionId].filter((it) => JSON.stringify(first.BODY).includes(it))).toEqual([])
    })

    it.each([
      ['no token', ''],
      ['a token that nobody has', 'x'.repeat(43)],
    ])('with %s is refused with 2008 and 4401', async (_what, token) => {
      const client = connect()
      expect(await client.login(token)).toMatchObject({ CODE: '2008', BODY: {} })
      expect(await client.closed).toBe(4401)
    })

    it('with a revoked token is refused with 2008', async () => {
      const token = await gate.token(company)
      await gate.logOut({ token })
      expect(await connect().login(token)).toMatchObject({ CODE: '2008' })
    })

    it('with a body of another form is refused with 2008', async () => {
      const client = await connect().opened()
      client.send(METHOD.login, { UserToken: 7 })
      expect(await client.next(METHOD.loginReply)).toMatchObject({ CODE: '2008' })
      expect(await client.closed).toBe(4401)
    })

    it('has to happen within 10 s', async () => {
      const client = await connect().opened()
      gate.clock.advance(10_000)
      expect(await client.closed).toBe(4408)
    })

    it('is possible on 20 sockets of a session and no more', async () => {
      const token = await gate.token(company)
      for (let socket = 0; socket < 20; socket++) await loggedIn(token)
      const client = await connect().opened()
      client.send(METHOD.login, { UserToken: token, SDKVersion: '1' })
      expect(await client.closed).toBe(1008)
    })
  })

  describe('a heartbeat', () => {
    it('is answered, and keeps the socket open for 30 s more', async () => {
      const client = await loggedIn(await gate.token(company))
      for (let beat = 0; beat < 3; beat++) {
        gate.clock.advance(20_000)
        client.send(METHOD.heartbeat, {}, String(beat))
        expect(await client.next(METHOD.heartbeat)).toMatchObject({ BODY: {}, SEQID: String(beat) })
      }
      gate.clock.advance(30_000)
      expect(await client.closed).toBe(4408)
    })

    it('counts as activity of the session', async () => {
      const token = await gate.token(company)
      const HOURS = 60 * 60 * 1000
      for (let day = 0; day < 2; day++) {
        const client = await loggedIn(token)
        client.send(METHOD.heartbeat, {})
        await client.next(METHOD.heartbeat)
        gate.clock.advance(11 * HOURS)
      }
      expect(await connect().login(token)).toMatchObject({ CODE: '200' })
    })
  })

  it('ignores acknowledgements of alarms and METHODs that it does not know', async () => {
    const client = await loggedIn(await gate.token(company))
    client.send(METHOD.alarmAck, { CloudEid: 'x' })
    client.send('9999', null)
    client.send(METHOD.heartbeat, {})
    expect(await client.next(METHOD.heartbeat)).toBeDefined()
    expect(client.rest).toEqual([])
  })

  it('closes a socket that floods it', async () => {
    const client = await loggedIn(await gate.token(company))
    for (let frame = 0; frame < 100; frame++) client.send(METHOD.heartbeat, {})
    expect(await client.closed).toBe(1008)
  })

  describe('garbage', () => {
    const garbage = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.uint8Array({ maxLength: 50 }).map((payload) => {
        const frame = new Uint8Array([35, 36, 0, 0, 0, payload.length, 0, 0, ...payload])
        return frame
      }),
    )

    it.each([
      ['before', true],
      ['after', false],
    ])('%s the login closes the socket with 1003', async (_when, isNew) => {
      const token = await gate.token(company)
      await fc.assert(
        fc.asyncProperty(garbage, async (bytes) => {
          const client = isNew ? await connect().opened() : await loggedIn(token)
          client.socket.send(bytes)
          // Completes what the bytes may have begun, and is itself no frame.
          client.socket.send(new Uint8Array(70_000).fill(0xff))
          expect(await client.closed).toBe(1003)
        }),
        { numRuns: 40 },
      )
    })

    it('as text closes the socket with 1003', async () => {
      const client = await connect().opened()
      client.socket.send('{"METHOD":"4116"}')
      expect(await client.closed).toBe(1003)
    })

    it('of a size that no console sends closes the socket with 1009', async () => {
      const client = await connect().opened()
      client.socket.send(new Uint8Array(300_000))
      expect(await client.closed).toBe(1009)
    })
  })

  it('reads frames however they are cut', async () => {
    const token = await gate.token(company)
    const client = await connect().opened()
    const login = encodeFrame({
      METHOD: METHOD.login,
      BODY: { UserToken: token, SDKVersion: '1' },
      SEQID: '7',
    })
    for (const cut of [login.slice(0, 3), login.slice(3, 40), login.slice(40)]) client.socket.send(cut)
    expect(await client.next(METHOD.loginReply)).toMatchObject({ CODE: '200', SEQID: '7' })
  })

  describe('the end of a session', () => {
    it('is told and closes its sockets with 4401, and those alone', async () => {
      const token = await gate.token(company)
      const [client, neighbour] = [await loggedIn(token), await loggedIn(await gate.token(company))]
      await gate.logOut({ token })
      expect((await client.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'revoked' })
      expect(await client.closed).toBe(4401)
      neighbour.send(METHOD.heartbeat, {})
      expect(await neighbour.next(METHOD.heartbeat)).toBeDefined()
    })

    it('or another of its rights is noticed within 5 s when it happens on another machine', async () => {
      const changing = await gate.app.company()
      const client = await loggedIn(await gate.token(changing))
      await gate.takeRights(changing)
      gate.clock.advance(5000)
      expect((await client.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'rights' })
    })
  })

  describe('presence', () => {
    it('is told to those alone who may see the device', async () => {
      const [mine, theirs] = [await gate.app.company(), await gate.app.company()]
      const [north, south] = [await gate.app.region(mine), await gate.app.region(mine)]
      const viewers = {
        all: await loggedIn(await gate.token(mine)),
        north: await loggedIn(await gate.token(mine, { pages: ['realTimeVideo'], regions: [north] })),
        south: await loggedIn(await gate.token(mine, { pages: ['realTimeVideo'], regions: [south] })),
        pageless: await loggedIn(await gate.token(mine, { pages: ['roleManger'] })),
        other: await loggedIn(await gate.token(theirs)),
      }
      const did = await gate.device(mine, { region: north })
      gate.evidence(gate.streamOf(mine, did), 'live')
      const change = {
        List: [{ DID: did, Presence: 1, Reason: 'none', Status: 'normal', Since: gate.clock.now() }],
      }
      expect((await viewers.all.next(METHOD.presence)).BODY).toEqual(change)
      expect((await viewers.north.next(METHOD.presence)).BODY).toEqual(change)
      const rest = async (viewer: PushClient) => {
        viewer.send(METHOD.heartbeat, {})
        await viewer.next(METHOD.heartbeat)
        return viewer.rest.map((it) => it.METHOD)
      }
      // That it was added is no word of which it is.
      expect(await rest(viewers.south)).toEqual([METHOD.devicesChanged])
      for (const viewer of [viewers.pageless, viewers.other]) expect(await rest(viewer)).toEqual([])
    })
  })

  describe('sockets that log nobody in', () => {
    it('of one address, or of one IPv6 network, do not shut others out', async () => {
      const from = (address: string) => new PushClient(gate.urlOf(SOCKET_PATH), address)
      const idle = Array.from({ length: 200 }, (_, i) => from(`2001:db8:0:7::${i.toString(16)}`))
      await Promise.all(idle.map((socket) => socket.opened()))
      expect(await from('2001:db8:0:7:8::').closed).toBe(1013)
      const company = await gate.app.company()
      const answer = await from('2001:db8:0:8::1').login(company.token)
      expect(answer.CODE).toBe('200')
      // Anyone who logs in, or leaves, makes room.
      expect((await idle[0]?.login(company.token))?.CODE).toBe('200')
      expect((await from('2001:db8:0:7:9::').login(company.token)).CODE).toBe('200')
      for (const { socket } of idle) socket.terminate()
    })
  })

  describe('the upgrade', () => {
    const statusOf = (path: string, headers = {}) =>
      new Promise((resolve) => {
        const socket = new WebSocket(gate.urlOf(path), { headers })
        socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
        socket.on('error', () => {})
      })

    it('is refused on other paths', async () => {
      expect(await statusOf('/vms/other')).toBe(404)
    })

    it("is refused to other origins' pages", async () => {
      expect(await statusOf(SOCKET_PATH, { origin: 'https://evil.example' })).toBe(403)
    })
  })
})
