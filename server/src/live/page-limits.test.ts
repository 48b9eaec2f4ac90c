/** How much a page of the live socket may ask and how long it may be silent: on a gate of the test's own. */
import { auditList } from '@vedette/contract/calls/audit'
import { LIVE_PATH } from '@vedette/contract/live'
import { makeTicket } from '@vedette/contract/ticket'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { raiseEpoch } from '../authority/epoch.ts'
import { type AuditLog, openAuditLog } from '../modules/audit/index.ts'
import { SessionKeys } from '../push/session-keys.ts'
import { leaveSockets, LiveClient } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestAccount, TestCompany } from '../testing/app.ts'
import { type OwnSockets, ownSockets } from '../testing/own-sockets.ts'
import { Live } from './live.ts'

const PATIENCE = { timeout: 60_000 }

let gate: TestGate
let company: TestCompany
let audit: AuditLog
let own: OwnSockets
let live: Live
let keys: SessionKeys
let asleep: string[]
beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
  const { storage } = gate.app.platform
  audit = openAuditLog({
    storage,
    key: Buffer.alloc(32),
    clock: gate.clock,
    onError: (error) => void own.errors.push(error),
  })
})
afterAll(async () => {
  await audit.close()
  await gate.close()
})
beforeEach(async () => {
  leaveSockets()
  asleep = []
  const { authority } = gate.app.platform
  const { streams, states, fanOut, talks, transcodings } = gate.video
  keys = new SessionKeys(authority)
  own = await ownSockets(gate.clock.now(), (needs) => {
    const onAsleep = (companyId: string, did: string) => void asleep.push(`${companyId} ${did}`)
    live = new Live({
      authority,
      audit,
      keys,
      streams,
      states,
      fanOut,
      talks,
      transcodings,
      onAsleep,
      ...needs,
    })
    return { [LIVE_PATH]: live }
  })
})
afterEach(async () => {
  await own.close()
  live.close()
})

const connect = (address?: string) => new LiveClient(own.urlOf(LIVE_PATH), address)
async function ticketOf({ token }: { token: string } = company): Promise<string> {
  const { sessionId } = await gate.app.platform.authority.authenticate(token)
  return makeTicket(keys.issue(sessionId), sessionId, own.clock.now())
}
async function page(who: { token: string } = company, address?: string): Promise<LiveClient> {
  const client = connect(address)
  await client.hello(await ticketOf(who))
  return client
}
const subscribe = (did: string, window: unknown) =>
  JSON.stringify({ type: 'subscribe', window, did, channel: 0, quality: 'main' })

/** What the role of somebody may do; no JSON is a bug. */
async function storeRights({ companyId }: TestCompany, roleId: string, permissions: string): Promise<void> {
  const { storage } = gate.app.platform
  await storage.write([
    storage.db.updateTable('role').set({ permissions }).where('id', '=', roleId),
    raiseEpoch(storage, companyId),
  ])
}

describe('a page', () => {
  it('has five seconds to show its ticket, and thereafter all the time', async () => {
    const [client, late] = [await connect().opened(), await connect().opened()]
    own.clock.advance(4999)
    await client.hello(await ticketOf())
    own.clock.advance(1)
    expect(await late.closed).toBe(4401)
    own.clock.advance(5000)
    await client.settle()
  })

  it('is told what time it is, and the id of what it asked', async () => {
    const client = connect()
    expect(await client.hello(await ticketOf())).toEqual({ type: 'welcome', nowUs: own.clock.now() * 1000 })
    client.send({ type: 'ping', id: 7 })
    expect(await client.notice('pong')).toEqual({ type: 'pong', id: 7, nowUs: own.clock.now() * 1000 })
  })

  it('may ask three hundred times at once, and thirty times in a second', async () => {
    const client = await page()
    for (let id = 1; id < 300; id++) client.send({ type: 'ping', id })
    for (let id = 1; id < 300; id++) await client.notice('pong')
    own.clock.advance(1000)
    for (let id = 0; id < 30; id++) await client.settle(id)
    client.send({ type: 'ping', id: 1 })
    expect(await client.closed).toBe(1008)
    expect(client.rest.notices).toEqual([])
  })

  it('that names a window beyond the 200th, or none, is closed', async () => {
    const did = await gate.device(company)
    for (const [window, code] of [
      [200, 4429],
      [1000, 4429],
      [64.5, 4400],
      [-1, 4400],
      ['64', 4400],
    ] as const) {
      const client = await page()
      client.socket.send(subscribe(did, window))
      expect([window, await client.closed]).toEqual([window, code])
    }
  })

  it('that sends no request is closed with 4400', async () => {
    for (const json of ['null', '[]', '{}', '"subscribe"', '7', '{"window":64', '{"type":"ping"}']) {
      const client = await page()
      client.socket.send(json)
      expect([json, await client.closed]).toEqual([json, 4400])
    }
  })

  it('that shows no ticket, or one that admits nobody, is closed with 4401', async () => {
    const used = await ticketOf()
    await connect().hello(used)
    for (const first of [
      '{"type":"ping","id":1}',
      'nonsense',
      JSON.stringify({ type: 'hello', ticket: 'none' }),
      JSON.stringify({ type: 'hello', ticket: used }),
      JSON.stringify({ type: 'hello', ticket: makeTicket('00'.repeat(32), '0'.repeat(26), own.clock.now()) }),
    ]) {
      const client = await connect().opened()
      client.socket.send(first)
      expect([first, await client.closed]).toEqual([first, 4401])
      expect(client.rest.notices).toEqual([])
    }
  })

  it('that sends a request as bytes, or greets again, is closed with 4400', async () => {
    const client = await page()
    client.socket.send(Buffer.from('{"type":"ping","id":1}'))
    expect(await client.closed).toBe(4400)
    const again = await page()
    again.send({ type: 'hello', ticket: await ticketOf() })
    expect(await again.closed).toBe(4400)
  })

  it('may name the 200th window', async () => {
    const did = await gate.device(company)
    const client = await page()
    expect(await client.shown(199, did)).toMatchObject({ window: 199, did })
  })

  it('is not listened to any more once it is closed', async () => {
    const client = await page()
    client.socket.send('nonsense')
    client.socket.send(subscribe(await gate.device(company), 0))
    expect(await client.closed).toBe(4400)
    expect(client.rest.notices).toEqual([])
    expect(live.windows).toBe(0)
  })

  it('that answers pings may say nothing else for as long as it likes', async () => {
    const client = await page()
    for (let tens = 0; tens < 4; tens++) {
      const pinged = new Promise((resolve) => client.socket.once('ping', resolve))
      own.clock.advance(10_000)
      await pinged
      // The gate has the answer to its own question by the time it answers.
      const answered = new Promise((resolve) => client.socket.once('pong', resolve))
      client.socket.ping()
      await answered
    }
    await client.settle()
    expect(live.pages).toBe(1)
  })

  it('that answers none is cut after half a minute', async () => {
    const client = await page()
    client.socket.pause()
    own.clock.advance(30_000)
    client.socket.resume()
    expect(await client.closed).toBe(1006)
  })

  it('that sends something needs to answer none for half a minute more', async () => {
    const client = await page()
    own.clock.advance(20_000)
    await client.settle()
    client.socket.pause()
    own.clock.advance(20_000)
    client.socket.resume()
    await client.settle()
    expect(live.pages).toBe(1)
  })

  it('may be one of twenty of its session; who leaves makes room', async () => {
    const token = await gate.app.tokenOf(company.code, 'boss')
    const pages = []
    for (let at = 0; at < 20; at++) pages.push(await page({ token }))
    const refused = await connect().opened()
    refused.send({ type: 'hello', ticket: await ticketOf({ token }) })
    expect(await refused.closed).toBe(4401)
    await page()
    pages[0]?.socket.close()
    await pages[0]?.closed
    await expect.poll(() => live.pages, PATIENCE).toBe(20)
    await page({ token })
  })

  it('gives its place to others once it showed its ticket, or left', async () => {
    const from = '198.51.100.8'
    const waiting = await Promise.all(Array.from({ length: 200 }, () => connect(from).opened()))
    expect(await connect(from).closed).toBe(1013)
    await waiting[0]?.hello(await ticketOf())
    await page(company, from)
    waiting[1]?.socket.close()
    await waiting[1]?.closed
    await page(company, from)
    expect(live.pages).toBe(3)
  })
})

it('counts pages that were let in, and windows that show something', async () => {
  const [shown, hidden] = [await gate.device(company), await gate.device(company)]
  expect([live.pages, live.windows]).toEqual([0, 0])
  await connect().opened()
  const [one, two] = [await page(), await page()]
  expect([live.pages, live.windows]).toEqual([2, 0])
  await one.shown(0, shown)
  await one.shown(1, hidden)
  await two.shown(0, shown)
  two.watch(1, 'NOBODYS-DEVICE-1')
  await two.notice('refused')
  expect(live.windows).toBe(3)
  one.send({ type: 'unsubscribe', window: 1 })
  await one.settle()
  expect(live.windows).toBe(2)
  one.socket.close()
  await expect.poll(() => [live.pages, live.windows], PATIENCE).toEqual([1, 1])
})

it('what is watched is written down with who, and from where', async () => {
  const did = await gate.device(company)
  const client = await page(company, '203.0.113.44')
  await client.shown(0, did)
  const rows = async () =>
    (await gate.app.ask(auditList, { Paths: [LIVE_PATH], PageSize: 1000 }, company.token)).List
  await expect.poll(rows, PATIENCE).toContainEqual(
    expect.objectContaining({
      AccountID: company.accountId,
      Address: '203.0.113.44',
      Targets: [expect.objectContaining({ Kind: 'device', ID: did })],
      Details: { channel: 0 },
    }),
  )
})

it('a device that sleeps is named to who can wake it, when it is watched', async () => {
  const did = await gate.device(company)
  const stream = gate.streamOf(company, did)
  gate.evidence(stream, 'live')
  const client = await page()
  await client.shown(0, did)
  await client.settle()
  expect(asleep).toEqual([])
  gate.evidence(stream, 'reconnecting', 'closedByCamera', 1)
  gate.video.presences.says(company.companyId, did, 'sleeping')
  while ((await client.notice('state')).state !== 'sleeping');
  expect(asleep).toEqual([`${company.companyId} ${did}`])
})

describe('a bug', () => {
  let other: TestCompany
  let clerk: TestAccount
  let client: LiveClient
  let did: string
  const breakRights = () => storeRights(other, clerk.roleId, '{"no JSON"')
  beforeEach(async () => {
    other = await gate.app.company()
    clerk = await gate.app.account(other, { realTimeVideo: [] })
    client = await page(clerk)
    did = await gate.device(other)
  })
  afterEach(async () => {
    await storeRights(other, clerk.roleId, '{}')
    // The platform may have met it as well.
    gate.takeBugs()
  })

  it('in checking a window closes the page with 1011 and is logged', async () => {
    await breakRights()
    client.watch(0, did)
    expect(await client.closed).toBe(1011)
    expect(own.errors).toContainEqual(expect.any(SyntaxError))
  })

  it('in checking it anew does as well', async () => {
    await client.shown(0, did)
    await breakRights()
    await gate.removeDevice(other, did)
    expect(await client.closed).toBe(1011)
    expect(own.errors.length).toBeGreaterThan(0)
  })
})

it('a gate that was closed pings nobody and hears of no session', async () => {
  const token = await gate.app.tokenOf(company.code, 'boss')
  const did = await gate.device(company)
  const client = await page({ token })
  await client.shown(0, did)
  live.close()
  let pings = 0
  client.socket.on('ping', () => pings++)
  own.clock.advance(20_000)
  await gate.logOut({ token })
  await gate.removeDevice(company, did)
  await client.settle()
  expect(pings).toBe(0)
  expect(client.rest.notices.filter(({ type }) => type === 'refused')).toEqual([])
})
