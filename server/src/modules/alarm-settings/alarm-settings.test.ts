import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcp } from 'node:net'

import {
  alarmPolicy,
  FEWEST_ALARMS,
  MOST_ALARMS,
  alarmTargetList,
  deadAlarmList,
  handleDeadAlarms,
  removeAlarmTarget,
  setAlarmPolicy,
  setAlarmTarget,
  testAlarmTarget,
} from '@vedette/contract/calls/alarm-settings'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { CODES } from '@vedette/contract/codes'
import type { EventType } from '@vedette/contract/events'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { PAUSES_MS } from './index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const DAY_MS = 86_400_000

interface Heard {
  event: string
  signature: string
  body: string
}

describe.each(engines)('alarms are forwarded on %s', (engine) => {
  let app: TestApp
  let hook: Server
  let url = ''
  let status = 200
  /** Alarms that it never takes. */
  const refused = new Set<string>()
  /** Requests to `/slow`, which are not answered. */
  const held: ServerResponse[] = []
  const heard: Heard[] = []
  /** Ports of this machine that may be dialled; asked for with each address. */
  const loopback: number[] = []

  beforeAll(async () => {
    hook = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.url === '/slow') return void held.push(response)
        const { 'vedette-event': event, 'vedette-signature': signature } = request.headers
        heard.push({
          event: String(event),
          signature: String(signature),
          body: Buffer.concat(chunks).toString('utf8'),
        })
        response.writeHead(refused.has(String(event)) ? 503 : status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(hook, 'listening')
    const bound = hook.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    url = `http://127.0.0.1:${port}/vedette`
    loopback.push(port)
    app = await startTestApp({ engine, config: { loopbackProviderPorts: loopback } })
  })
  afterAll(async () => {
    await app?.close()
    hook.closeAllConnections()
    hook.close()
  })
  beforeEach(() => {
    heard.length = 0
    status = 200
  })

  async function alarm(
    { companyId }: TestCompany,
    did: string,
    type: EventType = 'ring',
    at = app.clock.now(),
  ): Promise<string> {
    const noticed = { channel: 0, type, origin: 'device', at } as const
    const begun = await app.platform.events.intake.begin({ companyId, did, ...noticed })
    if (!begun) throw new Error('the company has no such device')
    return begun.eventId
  }
  /** Sooner than to have the whole platform's clocks run for six hours: the appointment comes to the test. */
  const bringForward = async (eventId: string, byMs: number): Promise<void> => {
    const { storage } = app.platform
    const [row] = await storage.read(
      storage.db.selectFrom('alarm_dispatch').where('event_id', '=', eventId).select('next_at'),
    )
    expect(row?.next_at).toBeGreaterThan(app.clock.now() - 60_000)
    await storage.write([
      storage.db
        .updateTable('alarm_dispatch')
        .set({ next_at: (row?.next_at ?? 0) - byMs })
        .where('event_id', '=', eventId),
    ])
  }
  const targetOf = async ({ token }: TestCompany) => (await app.ask(alarmTargetList, {}, token)).List[0]

  it('to a webhook, once each, signed with its key', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const did = await app.device(company)
    const { Key } = await app.ask(setAlarmTarget, { Kind: 'webhook', Url: url, Types: [2, 3] }, company.token)
    await alarm(company, did, 'motion')
    await alarm(other, await app.device(other))
    const rings = [await alarm(company, did), await alarm(company, did, 'scan'), await alarm(company, did)]
    await vi.waitFor(() => {
      app.clock.advance(1000)
      expect(heard.map(({ event }) => event)).toEqual(rings)
    }, PATIENCE)
    const [first] = heard
    const [, at, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? []
    expect(mac).toBe(createHmac('sha256', Key).update(`${at}.${first?.body}`).digest('hex'))
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ id: rings[0], type: 'ring', device: { id: did } })
    await vi.waitFor(
      async () => expect(await targetOf(company)).toMatchObject({ Waiting: 0, Dead: 0 }),
      PATIENCE,
    )
    app.clock.advance(60_000)
    expect(heard).toHaveLength(rings.length)
  })

  it('again and again while it does not take them, then put aside until somebody has them tried again', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const { TargetID } = await app.ask(setAlarmTarget, { Kind: 'webhook', Url: url }, company.token)
    status = 503
    const event = await alarm(company, did)
    for (const [tries, pause] of [...PAUSES_MS, 0].entries()) {
      await vi.waitFor(() => {
        app.clock.advance(1000)
        expect(heard).toHaveLength(tries + 1)
      }, PATIENCE)
      await vi.waitFor(
        async () => expect((await targetOf(company))?.LastFault).toBe('it answered 503'),
        PATIENCE,
      )
      await bringForward(event, pause)
    }
    await vi.waitFor(
      async () => expect(await targetOf(company)).toMatchObject({ Waiting: 0, Dead: 1 }),
      PATIENCE,
    )
    const fault = { Fault: 'it answered 503', Trouble: 'answered', Status: 503 }
    const dead = await app.ask(deadAlarmList, { TargetID }, company.token)
    expect(dead).toMatchObject({ Total: 1, List: [{ CloudEid: event, ...fault }] })
    expect(await targetOf(company)).toMatchObject({ LastTrouble: 'answered', LastStatus: 503 })
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('alarm_target').set({ last_fault: 'as it was' }).where('id', '=', TargetID),
    ])
    expect(await targetOf(company)).toMatchObject({ LastFault: 'as it was', LastTrouble: '', LastStatus: 0 })
    status = 200
    expect(await app.ask(handleDeadAlarms, { TargetID, Deed: 'retry' }, company.token)).toEqual({ Count: 1 })
    await vi.waitFor(async () => {
      app.clock.advance(1000)
      expect(await targetOf(company)).toMatchObject({ Waiting: 0, Dead: 0, LastFault: '' })
    }, PATIENCE)
    expect(heard.at(-1)?.event).toBe(event)
  })

  it('also while another target is slow and many wait for it', async () => {
    const [slow, other] = [await app.company(), await app.company()]
    const [did, otherDid] = [await app.device(slow), await app.device(other)]
    const Url = new URL('/slow', url).href
    const { TargetID } = await app.ask(setAlarmTarget, { Kind: 'webhook', Url }, slow.token)
    await app.ask(setAlarmTarget, { Kind: 'webhook', Url: url }, other.token)
    // More than are read at once.
    await Promise.all(Array.from({ length: 402 }, () => alarm(slow, did)))
    await vi.waitFor(() => {
      app.clock.advance(1000)
      expect(held).not.toEqual([])
    }, PATIENCE)
    const event = await alarm(other, otherDid)
    await vi.waitFor(() => {
      app.clock.advance(1000)
      expect(heard).toMatchObject([{ event }])
    }, PATIENCE)
    await app.ask(removeAlarmTarget, { TargetID }, slow.token)
    for (const answer of held) answer.destroy()
  })

  it('soon, and without being given up, behind one that is never taken', async () => {
    const company = await app.company()
    const did = await app.device(company)
    await app.ask(setAlarmTarget, { Kind: 'webhook', Url: url }, company.token)
    status = 503
    const bad = await alarm(company, did)
    const good = await alarm(company, did)
    refused.add(bad)
    status = 200
    const { storage } = app.platform
    const triesOf = async (eventId: string) =>
      (
        await storage.read(
          storage.db.selectFrom('alarm_dispatch').where('event_id', '=', eventId).select('tries'),
        )
      )[0]?.tries
    await vi.waitFor(async () => {
      app.clock.advance(1000)
      expect(await targetOf(company)).toMatchObject({ Waiting: 1, Dead: 0 })
    }, PATIENCE)
    expect(await triesOf(good)).toBeUndefined()
    const isTried = async (tries: number) => expect(await triesOf(bad)).toBeGreaterThanOrEqual(tries)
    for (const [at, pause] of PAUSES_MS.entries()) {
      await vi.waitFor(async () => {
        app.clock.advance(1000)
        await isTried(at + 1)
      }, PATIENCE)
      await bringForward(bad, pause)
    }
    await vi.waitFor(async () => {
      app.clock.advance(1000)
      expect(await targetOf(company)).toMatchObject({ Waiting: 0, Dead: 1 })
    }, PATIENCE)
    expect(heard.filter(({ event }) => event === bad)).toHaveLength(PAUSES_MS.length + 1)
    expect(heard.at(-1)).toMatchObject({ event: bad })
  })

  it('to a broker, under the topic that was chosen', async () => {
    const broker = await Aedes.createBroker()
    broker.authenticate = (_client, name, password, done) =>
      done(null, name === 'guard' && String(password) === 's3cr3t')
    const said: [string, string][] = []
    broker.on('publish', ({ topic, payload }, client) => {
      if (client) said.push([topic, String(payload)])
    })
    const listening = createTcp(broker.handle).listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const bound = listening.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    loopback.push(port)
    const company = await app.company()
    const did = await app.device(company)
    const target = { Kind: 'mqtt' as const, Url: `mqtt://127.0.0.1:${port}`, Topic: 'site/alarms' }
    const { TargetID } = await app.ask(
      setAlarmTarget,
      { ...target, UserName: 'guard', Password: 'wrong' },
      company.token,
    )
    const tested = await app.ask(testAlarmTarget, { TargetID }, company.token)
    expect(tested).toMatchObject({ Ok: false, Trouble: 'login' })
    await app.ask(
      setAlarmTarget,
      { TargetID, ...target, UserName: 'guard', Password: 's3cr3t' },
      company.token,
    )
    const event = await alarm(company, did)
    await vi.waitFor(() => {
      app.clock.advance(1000)
      expect(said.map(([topic]) => topic)).toEqual(['site/alarms'])
    }, PATIENCE)
    expect(JSON.parse(said[0]?.[1] ?? '')).toMatchObject({ id: event, type: 'ring' })
    await vi.waitFor(async () => expect(await targetOf(company)).toMatchObject({ Waiting: 0 }), PATIENCE)
    broker.close()
    listening.close()
  })

  it('after a test that says what is wrong, and never to what may not be dialled', async () => {
    const company = await app.company()
    const test = async (Url: string, Kind: 'webhook' | 'mqtt' = 'webhook') => {
      const { TargetID } = await app.ask(setAlarmTarget, { Kind, Url }, company.token)
      const outcome = await app.ask(testAlarmTarget, { TargetID }, company.token)
      await app.ask(removeAlarmTarget, { TargetID }, company.token)
      return outcome
    }
    expect(await test(url)).toEqual({ Ok: true, Detail: '', Trouble: '', Status: 0 })
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ test: true })
    status = 410
    const answered = { Detail: 'it answered 410', Trouble: 'answered', Status: 410 }
    expect(await test(url)).toEqual({ Ok: false, ...answered })
    const refused = [
      'http://127.0.0.1:9/',
      'http://192.0.2.1/',
      'ftp://192.0.2.1/',
      'https://169.254.169.254/',
    ]
    for (const bad of refused) expect(await test(bad)).toMatchObject({ Ok: false, Trouble: 'address' })
    for (const bad of ['mqtt://192.0.2.1', 'mqtt://127.0.0.1:9', url])
      expect(await test(bad, 'mqtt')).toMatchObject({ Ok: false })
    expect(heard).toHaveLength(2)
    const guard = await app.account(company, { alarmManger: ['delete', 'deleteAll'] })
    expect((await app.send(alarmTargetList, {}, guard.token)).CODE).toBe(CODES.noPermission.code)
  })

  it('and kept for as many days as the company says', async () => {
    const company = await app.company()
    const did = await app.device(company)
    await alarm(company, did, 'ring', app.clock.now() - 10 * DAY_MS)
    const young = await alarm(company, did)
    expect(await app.ask(alarmPolicy, {}, company.token)).toMatchObject({ Alarms: 2 })
    await app.ask(setAlarmPolicy, { Days: 7 }, company.token)
    await vi.waitFor(async () => {
      const { List } = await app.ask(getEventListV2, {}, company.token)
      expect(List.map(({ CloudEid }) => CloudEid)).toEqual([young])
    }, PATIENCE)
    expect(await app.ask(alarmPolicy, {}, company.token)).toEqual({
      Days: 7,
      Most: MOST_ALARMS,
      Alarms: 1,
    })
  })

  it('and so many at most as it says, the newest', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const now = app.clock.now()
    const rings: string[] = []
    for (let ring = 0; ring < FEWEST_ALARMS + 3; ring++)
      rings.push(await alarm(company, did, 'ring', now + ring))
    await app.ask(setAlarmPolicy, { Days: 7, Most: FEWEST_ALARMS }, company.token)
    await vi.waitFor(async () => {
      expect(await app.ask(alarmPolicy, {}, company.token)).toMatchObject({ Alarms: FEWEST_ALARMS })
    }, PATIENCE)
    const { List } = await app.ask(getEventListV2, { PageSize: 200 }, company.token)
    expect(List.map(({ CloudEid }) => CloudEid)).toEqual(rings.slice(3).toReversed())
  })
})
