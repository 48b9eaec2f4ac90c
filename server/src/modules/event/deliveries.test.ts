import { deleteEvent, reviewEvents, setAlarmState } from '@vedette/contract/calls/event'
import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import { AlarmBody, AlarmCountBody, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { TestGate } from '../../push/test-gate.ts'
import type { TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { MOST_SENT_AGAIN } from './index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(engines)('alarms over the socket, on %s', (engine) => {
  let gate: TestGate
  beforeAll(async () => {
    gate = await TestGate.open(engine)
  })
  afterAll(() => gate.close())

  async function ring({ companyId }: TestCompany, did: string): Promise<string> {
    const noticed = { companyId, did, channel: 0, origin: 'device', at: gate.clock.now() } as const
    const begun = await gate.app.platform.events.intake.begin({ ...noticed, type: 'ring' })
    return begun?.eventId ?? ''
  }
  async function connected(token: string): Promise<PushClient> {
    const client = new PushClient(gate.urlOf(SOCKET_PATH))
    await client.login(token)
    return client
  }
  const alarmOf = async (client: PushClient) => AlarmBody.parse((await client.next(METHOD.alarm)).BODY)
  const eidOf = async (client: PushClient) => (await alarmOf(client)).EventInfo.CloudEid
  const waitingOf = async (client: PushClient) =>
    AlarmCountBody.parse((await client.next(METHOD.alarmCount)).BODY).Waiting
  /** All that the gate sent before now. */
  async function alarmsHeard(client: PushClient): Promise<string[]> {
    client.send(METHOD.heartbeat, {})
    await client.next(METHOD.heartbeat)
    const alarms = client.rest.filter((it) => it.METHOD === METHOD.alarm)
    return alarms.map(({ BODY }) => AlarmBody.parse(BODY).EventInfo.CloudEid)
  }
  const ackedTo = async ({ companyId }: TestCompany) => {
    const { storage } = gate.app.platform
    const rows = await storage.read(
      storage.db.selectFrom('alarm_session').where('company_id', '=', companyId).select('acked_to'),
    )
    return rows.map(({ acked_to }) => acked_to)
  }
  async function left(client: PushClient): Promise<void> {
    client.socket.close()
    await client.closed
  }

  it('has the body of section 3, and is told at once to anyone who may see the region and has the page', async () => {
    const company = await gate.app.company()
    const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
    const did = await gate.device(company, { region: north })
    const token = (pages: readonly ('alarmManger' | 'realTimeVideo' | 'replay')[], region: string) =>
      gate.token(company, { pages, regions: [region] })
    const boss = await connected(company.token)
    const guard = await connected(await token(['alarmManger'], north))
    const wall = await connected(await token(['realTimeVideo'], north))
    const elsewhere = await connected(await token(['alarmManger'], south))
    const pageless = await connected(await token(['replay'], north))
    const at = gate.clock.now()
    const CloudEid = await ring(company, did)
    for (const client of [boss, guard, wall])
      expect(await alarmOf(client)).toMatchObject({
        DID: did,
        EventInfo: { EventID: 2, Time: at, CloudEid },
        channelNum: 0,
        HasImage: 0,
        DevName: 'Camera',
        IdentName: '-',
      })
    expect([await alarmsHeard(elsewhere), await alarmsHeard(pageless)]).toEqual([[], []])
    await gate.app.ask(batchChangeGroup, { DIDs: [did], GID: south }, company.token)
    const next = await ring(company, did)
    expect(await eidOf(elsewhere)).toBe(next)
    expect(await alarmsHeard(guard)).toEqual([])
  })

  it('comes again after a reconnect until it is acknowledged, by its id or by its SEQID', async () => {
    const company = await gate.app.company()
    const did = await gate.device(company)
    const first = await connected(company.token)
    const ids = [await ring(company, did), await ring(company, did), await ring(company, did)]
    const pushes = [
      await first.next(METHOD.alarm),
      await first.next(METHOD.alarm),
      await first.next(METHOD.alarm),
    ]
    first.send(METHOD.alarmAck, {}, pushes[0]?.SEQID)
    first.send(METHOD.alarmAck, { CloudEid: ids[2] })
    await alarmsHeard(first)
    await left(first)
    const missed = await ring(company, did)
    const again = await connected(company.token)
    expect([await eidOf(again), await eidOf(again)]).toEqual([ids[1], missed])
    expect(await alarmsHeard(again)).toEqual([])
    again.send(METHOD.alarmAck, { CloudEid: missed })
    again.send(METHOD.alarmAck, { CloudEid: ids[1] })
    await expect.poll(() => ackedTo(company), PATIENCE).toEqual([missed])
    await left(again)
    const last = await connected(company.token)
    expect(await alarmsHeard(last)).toEqual([])
  })

  it(`comes again at most ${MOST_SENT_AGAIN} times, oldest first, then as a count; acknowledging all at once is no flood`, async () => {
    const company = await gate.app.company()
    const did = await gate.device(company)
    const first = await connected(company.token)
    await expect.poll(() => ackedTo(company), PATIENCE).toEqual([''])
    await left(first)
    const ids = await Promise.all(Array.from({ length: MOST_SENT_AGAIN + 7 }, () => ring(company, did)))
    const again = await connected(company.token)
    expect(await waitingOf(again)).toBe(7)
    expect(await alarmsHeard(again)).toEqual(ids.toSorted().slice(0, MOST_SENT_AGAIN))
    for (const CloudEid of ids.toSorted().slice(0, MOST_SENT_AGAIN)) again.send(METHOD.alarmAck, { CloudEid })
    await expect.poll(() => ackedTo(company), PATIENCE).toEqual([ids.toSorted().at(-1)])
    await left(again)
    const last = await connected(company.token)
    expect(await alarmsHeard(last)).toEqual([])
  })

  it('of before a log-in is a count of what one has not looked at', async () => {
    const company = await gate.app.company()
    const did = await gate.device(company)
    const [seen] = [await ring(company, did), await ring(company, did)]
    await gate.app.ask(reviewEvents, { CloudEids: [seen] }, company.token)
    const client = await connected(company.token)
    expect(await waitingOf(client)).toBe(1)
    expect(await alarmsHeard(client)).toEqual([])
  })

  it('reaches every page of the session, is acknowledged by any, and what is deleted is told', async () => {
    const company = await gate.app.company()
    const did = await gate.device(company)
    const [one, two] = [await connected(company.token), await connected(company.token)]
    const CloudEid = await ring(company, did)
    expect([await eidOf(one), await eidOf(two)]).toEqual([CloudEid, CloudEid])
    two.send(METHOD.alarmAck, { CloudEid })
    await expect.poll(() => ackedTo(company), PATIENCE).toEqual([CloudEid])
    await gate.app.ask(deleteEvent, { CloudEids: [CloudEid] }, company.token)
    const told = { Kind: 'deleted', CloudEids: [CloudEid] }
    expect((await one.next(METHOD.alarmUpdate)).BODY).toEqual(told)
    expect((await two.next(METHOD.alarmUpdate)).BODY).toEqual(told)
  })

  it('changes of old alarms are told to whom their region is, where the device is now', async () => {
    const company = await gate.app.company()
    const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
    const did = await gate.device(company, { region: north })
    const CloudEid = await ring(company, did)
    await gate.app.ask(batchChangeGroup, { DIDs: [did], GID: south }, company.token)
    const guard = await connected(await gate.token(company, { pages: ['alarmManger'], regions: [south] }))
    const elsewhere = await connected(await gate.token(company, { pages: ['alarmManger'], regions: [north] }))
    await gate.app.ask(setAlarmState, { CloudEids: [CloudEid], State: 'claimed', Note: '' }, company.token)
    const told = { Kind: 'state', CloudEids: [CloudEid] }
    expect((await guard.next(METHOD.alarmUpdate)).BODY).toEqual(told)
    await gate.app.ask(deleteEvent, { CloudEids: [CloudEid] }, company.token)
    expect((await guard.next(METHOD.alarmUpdate)).BODY).toEqual({ ...told, Kind: 'deleted' })
    await alarmsHeard(elsewhere)
    expect(elsewhere.rest.filter(({ METHOD: it }) => it === METHOD.alarmUpdate)).toEqual([])
  })
})
