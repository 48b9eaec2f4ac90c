/** Several windows of one page: what concerns one leaves the others alone. */
import { joinGroups } from '@vedette/contract/calls/account'
import { readHeader } from '@vedette/media/live/message'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'

let gate: TestGate
let company: TestCompany
beforeAll(async () => {
  gate = await TestGate.open()
  company = await gate.app.company()
})
beforeEach(leaveSockets)
afterAll(() => gate.close())

const streamsOf = (messages: readonly Buffer[]) => messages.map((message) => readHeader(message)?.stream)

describe('a wall', () => {
  it('loses the window of a device that is removed, and shows the others on', async () => {
    const [gone, kept] = [await gate.device(company), await gate.device(company)]
    const client = await gate.page(await gate.session(company))
    await client.shown(0, gone)
    await client.shown(1, kept)
    await gate.removeDevice(company, gone)
    expect(await client.notice('refused')).toEqual({ type: 'refused', window: 0, code: '6004' })
    await client.settle()
    gate.begin(gate.streamOf(company, kept))
    await client.settle()
    expect(client.rest.notices.filter(({ type }) => type === 'refused')).toEqual([])
    expect(streamsOf(client.rest.media)).toHaveLength(3)
  })

  it('loses the windows of regions that its account lost', async () => {
    const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
    const account = await gate.app.account(company, { realTimeVideo: [] }, [north, south])
    const [northern, southern] = [
      await gate.device(company, { region: north }),
      await gate.device(company, { region: south }),
    ]
    const client = await gate.page(await gate.sessionOf(account.token))
    await client.shown(3, northern)
    await client.shown(4, southern)
    const body = { AccountID: account.accountId, AllRegions: false, GIDs: [south] }
    await gate.app.ask(joinGroups, body, company.token)
    expect(await client.notice('refused')).toEqual({ type: 'refused', window: 3, code: '6004' })
    await client.settle()
    gate.begin(gate.streamOf(company, northern))
    gate.begin(gate.streamOf(company, southern))
    await client.settle()
    const shown = gate.streamOf(company, southern)
    expect(streamsOf(client.rest.media)).toEqual([shown, shown, shown])
    expect(client.rest.notices.filter(({ type }) => type === 'refused')).toEqual([])
  })

  it('is not disturbed by what another company removes', async () => {
    const other = await gate.app.company()
    const [did, foreign] = [await gate.device(company), await gate.device(other)]
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    await gate.removeDevice(other, foreign)
    await client.settle()
    gate.begin(gate.streamOf(company, did))
    await client.settle()
    expect(client.rest.notices.filter(({ type }) => type === 'refused')).toEqual([])
    expect(client.rest.media).toHaveLength(3)
  })

  it('is told the state of the quality that a window shows, and not of the other', async () => {
    const did = await gate.device(company, { hasSub: true })
    const [main, sub] = [gate.streamOf(company, did), gate.streamOf(company, did, 'sub')]
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    await client.shown(1, did, 'sub')
    await client.settle()
    const before = client.rest.notices.length
    gate.evidence(sub, 'live')
    await client.settle()
    const news = () => client.rest.notices.slice(before)
    expect(news()).toEqual([expect.objectContaining({ type: 'state', window: 1, state: 'live' })])
    gate.evidence(main, 'live')
    await client.settle()
    expect(news().slice(1)).toEqual([expect.objectContaining({ type: 'state', window: 0, state: 'live' })])
  })

  it('tells a window that switches the state and the offers of what it shows then, though it was told before', async () => {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    gate.evidence(gate.streamOf(company, did), 'live')
    while ((await client.notice('state')).state !== 'live');
    expect(await client.offers()).toHaveLength(1)
    await client.settle()
    await client.shown(0, did)
    expect(await client.notice('state')).toMatchObject({ window: 0, state: 'live' })
    expect(await client.offers()).toHaveLength(1)
  })

  it('shows nothing any more in a window that was refused another device', async () => {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    client.watch(0, 'NOBODYS-DEVICE-1')
    expect(await client.notice('refused')).toMatchObject({ window: 0, code: '6004' })
    gate.begin(gate.streamOf(company, did))
    await client.settle()
    expect(client.rest.media).toEqual([])
    // Leaving what is not there is no fault.
    client.send({ type: 'unsubscribe', window: 0 })
    client.send({ type: 'unsubscribe', window: 9 })
    await client.settle()
  })

  it('lets a window that waits for another picture go back to what it shows', async () => {
    const did = await gate.device(company, { hasSub: true })
    const [main, sub] = [gate.streamOf(company, did), gate.streamOf(company, did, 'sub')]
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did, 'sub')
    gate.begin(sub)
    await client.shown(0, did, 'main')
    await client.shown(0, did, 'sub')
    gate.clock.advance(10_000)
    expect(gate.shards.watched.has(main)).toBe(false)
    gate.begin(main)
    gate.publish(sub, 'video', { sequence: 3 })
    await client.settle()
    expect(streamsOf(client.rest.media)).not.toContain(main)
  })
})

describe('a window loses what it shows, with 6014', () => {
  it('when its device has no video any more', async () => {
    const did = await gate.device(company)
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did)
    await gate.changeDevice(company, did, { dev_type: 7 })
    expect(await client.notice('refused')).toEqual({ type: 'refused', window: 0, code: '6014' })
  })

  it('when one of the two streams between which it switches is gone', async () => {
    const did = await gate.device(company, { hasSub: true })
    const client = await gate.page(await gate.session(company))
    await client.shown(0, did, 'sub')
    gate.begin(gate.streamOf(company, did, 'sub'))
    // The first key frame of the other one does not come.
    await client.shown(0, did, 'main')
    const { storage } = gate.app.platform
    const streams = storage.db.deleteFrom('device_stream').where('did', '=', did)
    await storage.write([streams.where('quality', '=', 'sub')])
    await gate.video.streams.refresh(company.companyId)
    expect(await client.notice('refused')).toEqual({ type: 'refused', window: 0, code: '6014' })
  })
})
