import { auditList } from '@vedette/contract/calls/audit'
import {
  countEvents,
  deleteEvent,
  getDeviceEventID,
  getDeviceMultiMedia,
  getEventCloudPic,
  getEventListV2,
  reviewEvents,
} from '@vedette/contract/calls/event'
import { batchChangeGroup, batchExitGroup } from '@vedette/contract/calls/device-edit'
import { CODES } from '@vedette/contract/codes'
import type { EventType } from '@vedette/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { headerOf } from '../../engines/pictures/header.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { COOLDOWN_MS, RUNS_ON_MS } from './index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(engines)('events on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  const intake = () => app.platform.events.intake
  async function begin(
    { companyId }: TestCompany,
    did: string,
    type: EventType = 'motion',
    of: { at?: number; identName?: string; origin?: 'device' | 'server'; channel?: number } = {},
  ): Promise<string> {
    const { at = app.clock.now(), origin = 'device', channel = 0, identName } = of
    const begun = await intake().begin({ companyId, did, channel, type, origin, at, identName })
    if (!begun) throw new Error('the company has no such device')
    return begun.eventId
  }
  const listOf = async (token: string, body = {}) => (await app.ask(getEventListV2, body, token)).List
  const announced = async (eventId: string): Promise<number> => {
    const { storage } = app.platform
    const rows = await storage.read(
      storage.db.selectFrom('alarm_outbox').where('event_id', '=', eventId).select('at'),
    )
    return rows.length
  }

  it('are listed with what section 3 names, and by the ids of reading 30', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const at = app.clock.now()
    const own = await begin(company, did, 'human', { identName: 'Gate' })
    const detected = await begin(company, did, 'human', { origin: 'server' })
    const [second, first] = await listOf(company.token)
    expect(first).toEqual({
      CloudEid: own,
      EventID: 1,
      Type: 1,
      Origin: 'device',
      DID: did,
      DevName: expect.stringContaining('Camera'),
      Alias: '',
      GID: company.rootGid,
      License: '',
      GroupName: expect.any(String),
      channelNum: 0,
      Time: at,
      EndTime: null,
      IdentName: 'Gate',
      HasImage: 0,
      Url: '',
      Box: null,
      Reviewed: false,
      State: 'new',
      StateBy: '',
      StateTime: null,
      Note: '',
    })
    expect(second).toMatchObject({ CloudEid: detected, EventID: 100_001, Type: 1, IdentName: '-' })
  })

  it('have the number of the zone that they began in, and go on in another', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const seen = { companyId: company.companyId, did, channel: 0, type: 'motion', origin: 'server' } as const
    const first = await intake().begin({ ...seen, at: app.clock.now(), zone: 2 })
    const second = await intake().begin({ ...seen, at: app.clock.now(), zone: 1 })
    expect(second?.eventId).toBe(first?.eventId)
    expect((await listOf(company.token)).map(({ IdentName }) => IdentName)).toEqual(['2'])
  })

  it('run from the first motion to 10 s after the last, as one', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const first = await begin(company, did)
    app.clock.advance(RUNS_ON_MS - 1000)
    expect(await begin(company, did)).toBe(first)
    app.clock.advance(RUNS_ON_MS - 1000)
    const lastMs = app.clock.now()
    expect(intake().touch(first, lastMs)).toBe(true)
    app.clock.advance(RUNS_ON_MS)
    await expect
      .poll(async () => (await listOf(company.token))[0]?.EndTime, PATIENCE)
      .toBe(lastMs + RUNS_ON_MS)
    expect(intake().touch(first, app.clock.now())).toBe(false)
    expect(await begin(company, did)).not.toBe(first)
  })

  it('that camera and platform both see are one', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const own = await begin(company, did, 'human', { origin: 'device' })
    expect(await begin(company, did, 'human', { origin: 'server' })).toBe(own)
    expect(await listOf(company.token)).toMatchObject([{ CloudEid: own, EventID: 1 }])
  })

  it('of the cooldown are kept and not announced; of another kind, device or channel they are', async () => {
    const company = await app.company()
    const [did, other] = [await app.device(company), await app.device(company)]
    const first = await begin(company, did)
    app.clock.advance(RUNS_ON_MS)
    const again = await begin(company, did)
    const person = await begin(company, did, 'human')
    const beside = await begin(company, other)
    const channel = await begin(company, did, 'motion', { channel: 1 })
    app.clock.advance(COOLDOWN_MS)
    const later = await begin(company, did)
    const told = [first, again, person, beside, channel, later].map(announced)
    expect(await Promise.all(told)).toEqual([1, 0, 1, 1, 1, 1])
    expect((await listOf(company.token)).map(({ CloudEid }) => CloudEid)).toContain(again)
  })

  it('that are over at once are each their own, and a scan calls nobody to the screen', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const rings = [await begin(company, did, 'ring'), await begin(company, did, 'ring')]
    const scan = await begin(company, did, 'scan', { identName: 'EAN-13' })
    expect(new Set(rings).size).toBe(2)
    expect(await Promise.all([...rings, scan].map(announced))).toEqual([1, 1, 0])
    for (const event of await listOf(company.token)) expect(event.EndTime).toBe(event.Time)
  })

  it('are filtered by type, time, device, region and whether one has looked at them', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const [gate, yard] = [await app.device(company, north), await app.device(company)]
    const t0 = app.clock.now()
    const [motion] = [await begin(company, gate)]
    app.clock.advance(60_000)
    const person = await begin(company, yard, 'human')
    const ids = async (body: object) => (await listOf(company.token, body)).map(({ CloudEid }) => CloudEid)
    expect(await ids({})).toEqual([person, motion])
    expect(await ids({ Types: [0] })).toEqual([motion])
    expect(await ids({ From: t0 + 1 })).toEqual([person])
    expect(await ids({ To: t0 + 1 })).toEqual([motion])
    expect(await ids({ DIDs: [yard] })).toEqual([person])
    expect(await ids({ GID: north })).toEqual([motion])
    expect(await ids({ Before: person })).toEqual([motion])
    expect(await ids({ PageSize: 1, Page: 2 })).toEqual([motion])
    await app.ask(reviewEvents, { CloudEids: [person] }, company.token)
    expect(await ids({ Reviewed: false })).toEqual([motion])
    expect(await ids({ Reviewed: true })).toEqual([person])
    expect(await ids({ Reviewed: true, GID: north })).toEqual([])
    await app.ask(reviewEvents, { CloudEids: [motion, person] }, company.token)
    expect(await ids({ Reviewed: true })).toEqual([person, motion])
    expect(await ids({ Reviewed: true, PageSize: 1, Page: 2 })).toEqual([motion])
    expect(await ids({ Reviewed: true, Before: person })).toEqual([motion])
    expect(await ids({ Reviewed: true, GID: north, DIDs: [gate] })).toEqual([motion])
    await app.ask(reviewEvents, { CloudEids: [motion], Reviewed: false }, company.token)
    const colleague = await app.account(company, { alarmManger: [] })
    expect((await listOf(colleague.token, { Reviewed: true })).length).toBe(0)
    const counted = await app.ask(countEvents, { From: t0, To: t0 + 3_600_000 }, company.token)
    expect(counted).toMatchObject({
      Total: 2,
      Unreviewed: 1,
      Types: [
        { Type: 0, Count: 1 },
        { Type: 1, Count: 1 },
      ],
    })
  })

  it('are seen by anyone who sees the region where the device is now, and stay when it goes', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const did = await app.device(company, north)
    const northern = await app.account(company, { alarmManger: ['delete'] }, [north])
    const southern = await app.account(company, { alarmManger: [] }, [south])
    const event = await begin(company, did)
    const seen = async ({ token }: { token: string }) => (await listOf(token)).map(({ CloudEid }) => CloudEid)
    expect([await seen(northern), await seen(southern)]).toEqual([[event], []])
    await app.ask(batchChangeGroup, { DIDs: [did], GID: south }, company.token)
    expect([await seen(northern), await seen(southern)]).toEqual([[], [event]])
    const refused = await app.send(deleteEvent, { CloudEids: [event] }, northern.token)
    expect(refused.CODE).toBe(CODES.noDataAuthority.code)
    await app.ask(batchExitGroup, { DIDs: [did] }, company.token)
    // Where it was when it happened.
    expect([await seen(northern), await seen(southern)]).toEqual([[event], []])
    expect((await listOf(company.token))[0]?.DevName).toContain('Camera')
  })

  it('of a region are the same, in pages of any size, as those of its devices among all', async () => {
    const company = await app.company()
    const region = await app.region(company)
    const guard = await app.account(company, { alarmManger: [] }, [region])
    const inside = [await app.device(company, region), await app.device(company, region)]
    const outside = await app.device(company)
    for (const [at, did] of [...inside, outside, ...inside, outside, ...inside].entries())
      await begin(company, did, 'motion', { at: app.clock.now() - at * 60_000, channel: at })
    const all = (await listOf(company.token)).filter(({ DID }) => inside.includes(DID))
    expect(all).toHaveLength(6)
    const eids = (list: { CloudEid: string }[]) => list.map(({ CloudEid }) => CloudEid)
    for (const [token, GID] of [
      [company.token, region],
      [guard.token, undefined],
    ] as const) {
      const first = await app.ask(getEventListV2, { GID, PageSize: 2 }, token)
      expect(first.Total).toBe(6)
      const second = await listOf(token, { GID, PageSize: 2, Page: 2 })
      const third = await listOf(token, { GID, PageSize: 2, Before: second.at(-1)?.CloudEid })
      expect(eids([...first.List, ...second, ...third])).toEqual(eids(all))
    }
  })

  it('have their picture as PNG at an address that is good for five minutes; until then 2018', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const Eid = await begin(company, did)
    const ask = { DID: did, Eid, Date: '2025-01-01', ChannelNum: 0 }
    expect((await app.send(getEventCloudPic, ask, company.token)).CODE).toBe(CODES.pictureNotReady.code)
    const box = { X: 0.25, Y: 0.5, W: 0.25, H: 0.25 }
    expect(await intake().addPicture(Eid, pngOf(1600, 900), box)).toBe(true)
    const { DownUrl } = await app.ask(getEventCloudPic, ask, company.token)
    const answer = await app.fetch(DownUrl)
    expect(answer.headers.get('content-type')).toBe('image/png')
    const shown = headerOf(Buffer.from(await answer.arrayBuffer()))
    expect(shown).toMatchObject({ kind: 'png', width: 1280, height: 720 })
    const [item] = await listOf(company.token)
    expect(item).toMatchObject({ HasImage: 1, Box: box })
    // A better one comes in front of it.
    expect(await intake().addPicture(Eid, pngOf(640, 360), box)).toBe(true)
    const both = Buffer.from(await (await app.fetch(DownUrl)).arrayBuffer())
    expect(headerOf(both)).toMatchObject({ width: 640, height: 360 })
    const second = both.lastIndexOf('\x89PNG', both.length, 'latin1')
    expect(headerOf(both.subarray(second))).toMatchObject({ width: 1280, height: 720 })
    const small = headerOf(Buffer.from(await (await app.fetch(item?.Url ?? '')).arrayBuffer()))
    expect(small).toMatchObject({ kind: 'webp', width: 480 })
    const media = await app.ask(getDeviceMultiMedia, { DID: did, Eid }, company.token)
    const picture = { Kind: 'picture', CloudEid: Eid, channelNum: 0 }
    expect(media.List).toMatchObject([picture, picture])
    const forged = DownUrl.replace(Eid, 'X'.repeat(26))
    expect((await app.fetch(forged)).status).toBe(401)
    app.clock.advance(5 * 60_000 + 1)
    expect((await app.fetch(DownUrl)).status).toBe(401)
  })

  it('are deleted with their pictures, several by who may delete several alone, and never none', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const events = [await begin(company, did), await begin(company, did, 'human')]
    const [first = ''] = events
    await intake().addPicture(first, pngOf(64, 36))
    const guard = await app.account(company, { alarmManger: ['delete'] })
    const codeOf = async (CloudEids: string[]) =>
      (await app.send(deleteEvent, { CloudEids }, guard.token)).CODE
    expect(await codeOf(events)).toBe(CODES.noPermission.code)
    expect(await codeOf([])).toBe(CODES.badInput.code)
    const { DownUrl } = await app.ask(getEventCloudPic, { DID: did, Eid: first }, company.token)
    expect(await app.ask(deleteEvent, { CloudEids: [first] }, guard.token)).toEqual({ Deleted: 1 })
    expect((await app.fetch(DownUrl)).status).toBe(403)
    expect(await app.ask(deleteEvent, { CloudEids: events }, company.token)).toEqual({ Deleted: 1 })
    expect(await listOf(company.token)).toEqual([])
    const range = { From: 0, To: app.clock.now() + 1 }
    expect(await app.ask(countEvents, range, company.token)).toMatchObject({ Total: 0, Types: [] })
    const Paths = [deleteEvent.path, getEventCloudPic.path]
    const log = await app.ask(auditList, { Paths, PageSize: 10 }, company.token)
    const told = log.List.filter(({ Outcome }) => Outcome === 'done').map(({ Details }) => Details)
    const [, second = ''] = events
    expect(told).toEqual([
      { events: 1, alarms: [second], devices: [did] },
      { events: 1, alarms: [first], devices: [did] },
      { alarm: first },
    ])
    // Who looks for a device finds who looked at its pictures.
    const ofDevice = await app.ask(auditList, { Paths, Keyword: did, PageSize: 10 }, company.token)
    const looked = [{ Kind: 'device', ID: did, Name: expect.stringMatching(/./) }]
    expect(ofDevice.List).toMatchObject([{ Path: getEventCloudPic.path, Outcome: 'done', Targets: looked }])
  })

  it('of a day are those of the day in the zone of the company', async () => {
    const company = await app.company()
    const did = await app.device(company)
    // 23:30 UTC is the next day in Berlin.
    const event = await begin(company, did, 'ring', { at: Date.UTC(2025, 0, 20, 23, 30) })
    const idsOf = async (Date_: string) =>
      (await app.ask(getDeviceEventID, { DID: did, Date: Date_ }, company.token)).List.map(
        ({ CloudEid }) => CloudEid,
      )
    expect(await idsOf('2025-01-20')).toEqual([])
    expect(await idsOf('2025-01-21')).toEqual([event])
  })

  it('that a platform left open when it was killed are ended by the next one', async () => {
    const company = await app.company()
    const did = await app.device(company)
    await begin(company, did)
    const at = app.clock.now()
    await app.platform.events.store.endOpen(at - 1, RUNS_ON_MS)
    expect((await listOf(company.token))[0]?.EndTime).toBe(at + RUNS_ON_MS)
  })
})
