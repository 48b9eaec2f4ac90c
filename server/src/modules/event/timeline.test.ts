import { setAlarmState } from '@vedette/contract/calls/event'
import { eventBeside, eventTimeline, newEventDays } from '@vedette/contract/calls/event-timeline'
import { CODES } from '@vedette/contract/codes'
import { type EventType, eventTypeNumber } from '@vedette/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [MOTION, RING] = [eventTypeNumber('motion'), eventTypeNumber('ring')]

describe.each(engines)('events on the timeline on %s', (engine) => {
  let app: TestApp
  /** A whole hour, some days ago. */
  let from: number
  beforeAll(async () => {
    app = await startTestApp({ engine })
    from = Math.floor((app.clock.now() - 5 * DAY_MS) / HOUR_MS) * HOUR_MS
  })
  afterAll(() => app?.close())

  let made = 0
  function put(
    { companyId }: TestCompany,
    did: string,
    type: EventType,
    times: readonly number[],
    channel = 0,
  ): Promise<void> {
    const { store } = app.platform.events
    return store.add(
      times.map((at) => ({
        companyId,
        id: String(++made).padStart(26, '0'),
        did,
        channel,
        type: eventTypeNumber(type),
        origin: 'device' as const,
        at,
        endAt: at + 1000,
        deviceName: 'Gate',
        regionId: null,
        identName: '',
        isAnnounced: false,
      })),
    )
  }
  const every = (count: number, ms: number): number[] =>
    Array.from({ length: count }, (_, i) => from + i * ms)

  it('make a day new until somebody has claimed or resolved all of them', async () => {
    const company = await app.company()
    const [gate, yard] = [await app.device(company), await app.device(company)]
    await put(company, gate, 'motion', [from, from + DAY_MS])
    const first = String(made - 1).padStart(26, '0')
    await put(company, yard, 'motion', [from + 2 * DAY_MS])
    const Edges = [0, 1, 2, 3].map((day) => from + day * DAY_MS)
    const daysOf = async (...DIDs: string[]) =>
      (await app.ask(newEventDays, { DIDs, Edges }, company.token)).IsNew
    expect(await daysOf(gate)).toEqual([true, true, false])
    expect(await daysOf(gate, yard)).toEqual([true, true, true])
    await app.ask(setAlarmState, { CloudEids: [first], State: 'resolved' }, company.token)
    expect(await daysOf(gate, yard)).toEqual([false, true, true])
  })

  it('are counted by step and type, each with the moment of its first', async () => {
    const company = await app.company()
    const [gate, yard] = [await app.device(company), await app.device(company)]
    await put(company, gate, 'motion', [from + 100, from + 900, from + 5000])
    await put(company, gate, 'ring', [from + 950])
    await put(company, gate, 'motion', [from + 200], 3)
    await put(company, gate, 'motion', [from - 1, from + 10_000])
    const Cameras = [{ DID: gate }, { DID: yard }]
    const range = { From: from, To: from + 10_000, Step: 1000 }
    const { List } = await app.ask(eventTimeline, { Cameras, ...range }, company.token)
    const Counts = [100, MOTION, 2, 950, RING, 1, 5000, MOTION, 1]
    expect(List).toEqual([{ DID: gate, Channel: 0, Counts }])
    const ofChannel = await app.ask(
      eventTimeline,
      { Cameras: [{ DID: gate, Channel: 3 }], ...range },
      company.token,
    )
    expect(ofChannel.List).toEqual([{ DID: gate, Channel: 3, Counts: [200, MOTION, 1] }])
  })

  it('of a busy camera take no more room than the steps, near and far', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const [COUNT, EACH_MS] = [5000, 20_000]
    await put(company, did, 'motion', every(COUNT, EACH_MS))
    await put(company, did, 'ring', [from + 7 * HOUR_MS + 1])
    const Cameras = [{ DID: did }]
    const told = async (To: number, Step: number) => {
      const { List } = await app.ask(eventTimeline, { Cameras, From: from, To, Step }, company.token)
      return Array.from({ length: (List[0]?.Counts.length ?? 0) / 3 }, (_, i) => {
        const [at = 0, type = 0, count = 0] = List[0]?.Counts.slice(3 * i, 3 * i + 3) ?? []
        return { at, type, count }
      })
    }
    for (const step of [100_000, HOUR_MS, 6 * HOUR_MS]) {
      const counts = await told(from + 2 * DAY_MS, step)
      const motions = counts.filter(({ type }) => type === MOTION)
      expect(motions).toHaveLength(Math.ceil((COUNT * EACH_MS) / step))
      expect(motions.reduce((sum, { count }) => sum + count, 0)).toBe(COUNT)
      const [ring] = counts.filter(({ type }) => type === RING)
      expect(ring).toEqual({ at: step < HOUR_MS ? 7 * HOUR_MS + 1 : 7 * HOUR_MS, type: RING, count: 1 })
    }
    // Steps that nobody could see are not told.
    const finest = await told(from + COUNT * EACH_MS, 1)
    expect(finest.filter(({ type }) => type === MOTION)).toHaveLength(4000)
  })

  it('of a recorder are told by its channels however far one looks', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const { storage } = app.platform
    await storage.write([
      storage.db
        .updateTable('device')
        .set({ channels: 2 })
        .where('company_id', '=', company.companyId)
        .where('did', '=', did),
    ])
    await put(company, did, 'motion', [from + 10], 0)
    await put(company, did, 'motion', [from + 20, from + 30], 1)
    const Cameras = [0, 1].map((Channel) => ({ DID: did, Channel }))
    const range = { From: from, To: from + 3 * DAY_MS, Step: HOUR_MS }
    const { List } = await app.ask(eventTimeline, { Cameras, ...range }, company.token)
    expect(List.map(({ Counts }) => Counts)).toEqual([
      [10, MOTION, 1],
      [20, MOTION, 2],
    ])
  })

  it('the next and the previous one are found wherever they are, by type and camera', async () => {
    const company = await app.company()
    const [gate, yard] = [await app.device(company), await app.device(company)]
    await put(company, gate, 'motion', every(50, 1000))
    await put(company, yard, 'ring', [from + 30_500, from + 40 * DAY_MS])
    await put(company, gate, 'ring', [from - 300 * DAY_MS], 2)
    const beside = async (
      At: number,
      Towards: 'next' | 'previous',
      Types?: number[],
      dids = [gate, yard],
    ) => {
      const Cameras = dids.map((DID) => ({ DID }))
      const { Event } = await app.ask(eventBeside, { Cameras, At, Towards, Types }, company.token)
      return Event && { did: Event.DID, type: Event.Type, at: Event.Time }
    }
    expect(await beside(from, 'next')).toEqual({ did: gate, type: MOTION, at: from + 1000 })
    expect(await beside(from + 30_000, 'next')).toEqual({ did: yard, type: RING, at: from + 30_500 })
    expect(await beside(from + 30_000, 'next', [MOTION])).toMatchObject({ at: from + 31_000 })
    expect(await beside(from + 49_000, 'next')).toMatchObject({ type: RING, at: from + 40 * DAY_MS })
    expect(await beside(from + 49_000, 'previous', [RING])).toMatchObject({ at: from + 30_500 })
    expect(await beside(from + 49_000, 'next', undefined, [gate])).toBe(null)
    // Another channel's.
    expect(await beside(from, 'previous')).toBe(null)
    const { Event } = await app.ask(
      eventBeside,
      { Cameras: [{ DID: gate, Channel: 2 }], At: from, Towards: 'previous' },
      company.token,
    )
    expect(Event).toEqual({ DID: gate, Channel: 2, Type: RING, Time: from - 300 * DAY_MS })
  })

  it("are those of one's own regions", async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const did = await app.device(company, north)
    await put(company, did, 'motion', [from])
    const southern = await app.account(company, { replay: [] }, [south])
    const Cameras = [{ DID: did }]
    const range = { Cameras, From: from, To: from + 1000, Step: 1 }
    const timeline = await app.send(eventTimeline, range, southern.token)
    expect(timeline.CODE).toBe(CODES.noDataAuthority.code)
    const beside = await app.send(eventBeside, { Cameras, At: 1, Towards: 'next' }, southern.token)
    expect(beside.CODE).toBe(CODES.noDataAuthority.code)
    expect((await app.ask(eventTimeline, range, company.token)).List).toHaveLength(1)
  })
})
