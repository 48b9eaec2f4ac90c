import {
  recordJournal,
  recordPolicy,
  recordPolicyEffect,
  setRecordPolicy,
  setRegionRecordPolicy,
} from '@vedette/contract/calls/record'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 30_000 }
const KEPT = { Sub: 'off', Days: 30, MaxBytes: 0 } as const

describe.each(engines)('when a device is recorded on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let start: number
  let camera: RecordedCamera

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
  })

  const happened = (type: number, at: number, endAt: number) =>
    app.platform.events.store.add([
      {
        companyId: company.companyId,
        id: `E${type}${at}`,
        did,
        channel: 0,
        type,
        origin: 'device',
        at,
        endAt,
        deviceName: 'Gate',
        regionId: null,
        identName: '-',
        isAnnounced: false,
      },
    ])

  it('on alarm: what an alarm is near stays, the rest goes and the journal says why', async () => {
    const Policy = { ...KEPT, Main: 'alarm', PreS: 10, PostS: 10 } as const
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
    for (let file = 0; file < 6; file++) await camera.record(start + file * 10_000)
    await happened(0, start + 25_000, start + 27_000)
    // That it went away is nothing to be recorded.
    await happened(4, start + 55_000, start + 56_000)
    app.clock.advance(120_000)
    await expect
      .poll(() => camera.timeline(start, start + 60_000), PATIENCE)
      .toEqual([start + 10_000, start + 40_000])
    const { List } = await app.ask(recordJournal, { DID: did }, company.token)
    // All that goes at one look goes together.
    expect(List).toMatchObject([{ Reason: 'noAlarm', Files: 3 }])
  })

  it('all the time: nothing goes, whether or not something happens', async () => {
    await camera.record(start)
    const Policy = { ...KEPT, Main: 'alarm' } as const
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
    app.clock.advance(120_000)
    await app.platform.recording.alarmFootage.look()
    expect(await camera.timeline(start, start + 10_000)).toEqual([start, start + 10_000])
  })

  it('by the week: within its ranges, and outside of them not or on alarm', async () => {
    const wanted = async (quality: 'main' | 'sub') =>
      (await app.platform.recording.plan.wanted(company.companyId))({ did, quality })
    // The test's clock begins on a Wednesday, in the zone of the company at 01:00.
    const Ranges = [{ Day: 3, startTime: '00:30:00', endTime: '23:00:00' }]
    const Policy = { ...KEPT, Main: 'schedule', Ranges } as const
    const later = [{ Day: 5, startTime: '00:30:00', endTime: '23:00:00' }]
    const set = (policy: object) =>
      app.ask(setRecordPolicy, { DIDs: [did], Policy: { ...Policy, ...policy } }, company.token)
    const day = new Date(app.clock.now() + 3_600_000).getUTCDay()
    const today = [{ ...Ranges[0], Day: day === 0 ? 7 : day, startTime: '00:00:00', endTime: '24:00:00' }]
    const other = [{ ...later[0], Day: (day % 7) + 1 }]
    await set({ Ranges: today })
    expect([await wanted('main'), await wanted('sub')]).toEqual([true, false])
    await set({ Ranges: other })
    expect(await wanted('main')).toBe(false)
    await set({ Ranges: other, Outside: 'alarm' })
    expect(await wanted('main')).toBe(true)
    const told = await app.ask(recordPolicy, { DID: did }, company.token)
    expect(told.Policy).toMatchObject({ Main: 'schedule', Ranges: other, Outside: 'alarm' })
    const double = { ...Policy, Ranges: [...today, ...today] }
    const { CODE } = await app.send(setRecordPolicy, { DIDs: [did], Policy: double }, company.token)
    expect(CODE).toBe(CODES.badInput.code)
  })

  it('says beforehand what a policy would delete, of a device and of a region', async () => {
    const rows = [await camera.record(start), await camera.record(start + 10_000)]
    const used = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    const Policy = { ...KEPT, Main: 'continuous' } as const
    const effect = (of: object, policy: object) =>
      app.ask(recordPolicyEffect, { ...of, Policy: { ...Policy, ...policy } }, company.token)
    const region = { GID: company.rootGid }
    expect(await effect({ DID: did }, {})).toMatchObject({ Bytes: 0, From: null })
    expect((await effect({ DID: did }, { MaxBytes: used - 100 })).Bytes).toBe(100)
    expect((await effect(region, { MaxBytes: used - 100 })).Bytes).toBe(100)
    app.clock.leap(2 * 86_400_000)
    const fresh = await app.account(company, { deviceManger: ['deviceConf'] })
    const old = await app.ask(recordPolicyEffect, { DID: did, Policy: { ...Policy, Days: 1 } }, fresh.token)
    expect(old).toMatchObject({ Bytes: used, From: start })
    // A policy of its own keeps a device from its region's.
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, fresh.token)
    const reached = await app.ask(
      recordPolicyEffect,
      { ...region, Policy: { ...Policy, MaxBytes: 1 } },
      fresh.token,
    )
    expect(reached.Bytes).toBe(0)
    // Without one it keeps what its region keeps, and a region what is above it.
    await app.ask(setRegionRecordPolicy, { ...region, Policy: { ...Policy, Days: 1 } }, fresh.token)
    const without = (of: object) => app.ask(recordPolicyEffect, { ...of, Policy: null }, fresh.token)
    expect(await without({ DID: did })).toMatchObject({ Bytes: used, From: start })
    await app.ask(setRecordPolicy, { DIDs: [did], Policy: null }, fresh.token)
    expect((await without(region)).Bytes).toBe(0)
    await app.ask(setRegionRecordPolicy, { ...region, Policy: null }, fresh.token)
  })
})
