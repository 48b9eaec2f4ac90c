import { LIVE_PATH, MAX_WINDOWS } from '@vedette/contract/live'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { LiveClient, leaveSockets } from '../push/test-clients.ts'
import { TestGate, type TestSession } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'

let gate: TestGate
let company: TestCompany

beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
beforeEach(leaveSockets)
afterAll(() => gate.close())

function connect(): LiveClient {
  return new LiveClient(gate.urlOf(LIVE_PATH))
}

describe('a ticket', () => {
  it('made with the key of the push socket admits', async () => {
    const welcome = await connect().hello(gate.ticketOf(await gate.session(company)))
    expect(welcome.nowUs).toBe(gate.clock.now() * 1000)
  })

  const refused: [string, (session: TestSession) => string | Promise<string>][] = [
    ['that is no ticket', () => 'hello'],
    ['of a session that nobody has', (session) => gate.ticketOf({ ...session, sessionId: '0'.repeat(26) })],
    ['signed with another key', (session) => gate.ticketOf({ ...session, key: '00'.repeat(32) })],
    [
      "with another session's name in it",
      async (session) => {
        const other = await gate.session(company)
        return gate.ticketOf(session).replace(session.sessionId, other.sessionId)
      },
    ],
    ['that expired', (session) => gate.ticketOf(session, gate.clock.now() - 31_000)],
    ['dated beyond its lifetime', (session) => gate.ticketOf(session, gate.clock.now() + 31_000)],
    [
      'of a session that ended',
      async (session) => {
        await gate.logOut(session)
        return gate.ticketOf(session)
      },
    ],
    [
      'that was used',
      async (session) => {
        const ticket = gate.ticketOf(session)
        await connect().hello(ticket)
        return ticket
      },
    ],
  ]
  it.each(refused)('%s is refused with 4401', async (_what, make) => {
    const ticket = await make(await gate.session(company))
    const client = await connect().opened()
    client.send({ type: 'hello', ticket })
    expect(await client.closed).toBe(4401)
    expect(client.rest.notices).toEqual([])
  })

  it('has to be the first message', async () => {
    const client = await connect().opened()
    client.watch(0, await gate.device(company))
    expect(await client.closed).toBe(4401)
  })

  it('has to come within 5 s', async () => {
    const client = await connect().opened()
    gate.clock.advance(5000)
    expect(await client.closed).toBe(4401)
  })
})

describe('what a page may not send', () => {
  it('closes with 4429 when it names one window more than there may be', async () => {
    const client = await gate.page(await gate.session(company))
    client.socket.send(
      JSON.stringify({
        type: 'subscribe',
        window: MAX_WINDOWS,
        did: 'DID-00000000',
        channel: 0,
        quality: 'main',
      }),
    )
    expect(await client.closed).toBe(4429)
  })

  it('closes with 1008 when it is too much', async () => {
    const client = await gate.page(await gate.session(company))
    for (let id = 0; id < 400; id++) client.send({ type: 'ping', id })
    expect(await client.closed).toBe(1008)
  })

  it('closes with 4400 when it is a second hello', async () => {
    const session = await gate.session(company)
    const client = await gate.page(session)
    client.send({ type: 'hello', ticket: gate.ticketOf(session) })
    expect(await client.closed).toBe(4400)
  })

  const request = fc.record(
    {
      type: fc.constantFrom('subscribe', 'unsubscribe', 'ping', 'hallo'),
      window: fc.oneof(fc.integer({ min: -5, max: 63 }), fc.double({ max: 63 }), fc.string()),
      did: fc.string(),
      channel: fc.anything(),
      quality: fc.constantFrom('main', 'sub', 'best'),
    },
    { requiredKeys: [] },
  )
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ maxLength: 200 }),
    fc.json({ depthSize: 'small' }),
    request.map((it) =>
      JSON.stringify(it, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ),
  )

  it('closes with 4401 before the hello, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(garbage, async (bytes) => {
        const client = await connect().opened()
        client.socket.send(bytes)
        expect(await client.closed).toBe(4401)
      }),
      { numRuns: 50 },
    )
  })

  it('closes with 4400 afterwards, and what is a request is obeyed', async () => {
    const session = await gate.session(company)
    await fc.assert(
      fc.asyncProperty(garbage, async (bytes) => {
        const client = await gate.page(session)
        client.socket.send(bytes)
        client.socket.send('{')
        expect(await client.closed).toBe(4400)
      }),
      { numRuns: 50 },
    )
  })

  it('closes with 1009 when it is longer than any request', async () => {
    const client = await gate.page(await gate.session(company))
    client.socket.send('x'.repeat(5000))
    expect(await client.closed).toBe(1009)
  })
})

it('ends a page that answers no pings', async () => {
  const client = await gate.page(await gate.session(company))
  client.socket.pause()
  gate.clock.advance(40_000)
  client.socket.resume()
  expect(await client.closed).toBe(1006)
})

it('gives its place to others while 200 sockets of one address show no ticket', async () => {
  const from = (address: string) => new LiveClient(gate.urlOf(LIVE_PATH), address)
  const idle = Array.from({ length: 200 }, () => from('198.51.100.1'))
  await Promise.all(idle.map((socket) => socket.opened()))
  expect(await from('198.51.100.1').closed).toBe(1013)
  const session = await gate.session(await gate.app.company())
  await from('198.51.100.2').hello(gate.ticketOf(session))
  for (const { socket } of idle) socket.terminate()
})
