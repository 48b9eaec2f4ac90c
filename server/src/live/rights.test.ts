import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { leaveSockets } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import type { TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'

describe.each(engines)('the live socket on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany

  beforeAll(async () => {
    gate = await TestGate.open(engine)
    company = await gate.app.company()
  })
  beforeEach(leaveSockets)
  afterAll(() => gate.close())

  describe('a window is refused', () => {
    it.each([
      ['another company', async () => gate.device(await gate.app.company())],
      ['nobody', () => Promise.resolve('NOBODYS-DEVICE-1')],
    ])('with 6004 the device of %s', async (_whose, make) => {
      const did = await make()
      const client = await gate.page(await gate.session(company))
      const allowed = await gate.device(company)
      client.watch(5, did)
      expect(await client.notice('refused')).toEqual({ type: 'refused', window: 5, code: '6004' })
      client.watch(5, allowed)
      expect(await client.notice('stream')).toMatchObject({ window: 5, did: allowed })
    })

    it('with 6004 a device of a region that the account does not see', async () => {
      const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
      const session = await gate.session(company, { pages: ['realTimeVideo'], regions: [north] })
      const [seen, hidden] = [
        await gate.device(company, { region: north }),
        await gate.device(company, { region: south }),
      ]
      const client = await gate.page(session)
      client.watch(0, hidden)
      expect(await client.notice('refused')).toMatchObject({ code: '6004' })
      client.watch(0, seen)
      expect(await client.notice('stream')).toMatchObject({ did: seen })
    })

    it('with 5059 to an account without a page that shows video', async () => {
      const client = await gate.page(await gate.session(company, { pages: ['roleManger', 'replay'] }))
      client.watch(0, await gate.device(company))
      expect(await client.notice('refused')).toMatchObject({ code: '5059' })
    })

    it.each([
      ['a gateway', 7, 0],
      ['a channel that the device does not have', 1, 1],
    ])('with 6012 %s', async (_what, dev_type, channel) => {
      const client = await gate.page(await gate.session(company))
      const did = await gate.device(company)
      await gate.changeDevice(company, did, { dev_type })
      client.watch(0, did, 'main', channel)
      expect(await client.notice('refused')).toMatchObject({ code: '6012' })
    })

    it('with 6004 when its device is removed while it is watched, and gets nothing more', async () => {
      const did = await gate.device(company)
      const stream = gate.streamOf(company, did)
      const client = await gate.page(await gate.session(company))
      await client.shown(2, did)
      await gate.removeDevice(company, did)
      expect(await client.notice('refused')).toEqual({ type: 'refused', window: 2, code: '6004' })
      gate.begin(stream)
      await client.settle()
      expect(client.rest.media).toEqual([])
    })

    it('with 6004 when its device moves to a region that the account does not see', async () => {
      const [north, south] = [await gate.app.region(company), await gate.app.region(company)]
      const session = await gate.session(company, { pages: ['realTimeVideo'], regions: [north] })
      const did = await gate.device(company, { region: north })
      const client = await gate.page(session)
      await client.shown(0, did)
      await gate.changeDevice(company, did, { region_id: south })
      expect(await client.notice('refused')).toMatchObject({ code: '6004' })
    })
  })

  describe('a page whose rights change', () => {
    it('is closed with 4401 at once when its session is revoked here', async () => {
      const session = await gate.session(company)
      const did = await gate.device(company)
      const client = await gate.page(session)
      await client.shown(0, did)
      await gate.logOut(session)
      gate.begin(gate.streamOf(company, did))
      expect(await client.closed).toBe(4401)
      expect(client.rest.media).toEqual([])
    })

    it('loses its windows within 5 s when another machine took the rights', async () => {
      const changing = await gate.app.company()
      const client = await gate.page(await gate.session(changing))
      await client.shown(0, await gate.device(changing))
      await gate.takeRights(changing)
      gate.clock.advance(5000)
      expect(await client.notice('refused')).toEqual({ type: 'refused', window: 0, code: '5059' })
    })
  })
})
