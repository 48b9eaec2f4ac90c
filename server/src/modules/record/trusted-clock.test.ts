import {
  recordPolicy,
  recordStorage,
  recordUsage,
  trustRecordClock,
  setRecordPolicy,
} from '@vedette/contract/calls/record'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { presenceHistory } from '@vedette/contract/calls/presence'
import { CODES } from '@vedette/contract/codes'
import { describe, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { PASSWORD, startTestApp } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { recordedCamera } from '../../testing/recorded-camera.ts'

const DAY_MS = 86_400_000
/** Its first company is that of its operator. */
const OPERATED = { adminPassword: new Secret(PASSWORD) }

describe('the clock that recordings age by', () => {
  it('does not follow a jump of ten years, so nothing is purged, until somebody says that it is right', async () => {
    let elapsed = 0
    const app = await startTestApp({ config: OPERATED, overrides: { elapsedMs: () => elapsed } })
    const { company, start, record } = await recordedCamera(app)
    const pass = (ms: number): void => {
      elapsed += ms + 0.25
      app.clock.leap(ms)
    }
    const filesLeft = async () => (await app.ask(recordUsage, {}, company.token)).List[0]?.Files
    const { retention } = app.platform.recording

    await record(start)
    app.clock.leap(10 * 365 * DAY_MS)
    const token = await app.tokenOf(company.code, 'boss')
    company.token = token
    await record(app.clock.now())
    await retention.sweep()
    expect(await filesLeft()).toBe(2)
    expect(await app.ask(recordStorage, {}, token)).toMatchObject({ Clock: 'ahead' })

    // What was recorded "in ten years" is as old as it really is.
    for (let day = 0; day < 32; day++) {
      pass(DAY_MS)
      await retention.sweep()
    }
    company.token = await app.tokenOf(company.code, 'boss')
    expect(await filesLeft()).toBe(0)
    // A guest has no say in whether the machine is right.
    expect((await app.send(trustRecordClock, {}, company.token)).CODE).toBe(CODES.unavailable.code)
    expect(await app.ask(recordStorage, {}, company.token)).toMatchObject({ Clock: 'ahead' })
    await app.ask(trustRecordClock, {}, await app.tokenOf('demo', 'admin'))
    expect(await app.ask(recordStorage, {}, company.token)).toMatchObject({
      Clock: 'trusted',
      ClockAheadMs: 0,
    })
    await app.close()
  })

  it('is the one of alarms, their pictures and the history of presence too', async () => {
    const app = await startTestApp({ config: OPERATED, overrides: { elapsedMs: () => 0 } })
    const company = await app.company()
    const { code, companyId } = company
    const did = await app.device(company)
    const now = app.clock.now()
    app.video.presences.evidence(did, true, 'none')
    const { intake } = app.platform.events
    const raised = async (at: number): Promise<string | undefined> => {
      const begun = await intake.begin({ companyId, did, channel: 0, type: 'ring', origin: 'device', at })
      expect(await intake.addPicture(begun?.eventId ?? '', pngOf(64, 36))).toBe(true)
      return begun?.eventId
    }
    await raised(now - 400 * DAY_MS)
    const young = await raised(now)

    app.clock.leap(10 * 365 * DAY_MS)
    const token = await app.tokenOf(code, 'boss')
    const rings = async () => (await app.ask(getEventListV2, { Types: [2] }, token)).List
    // The old one is a year old by any clock: where it is gone, the sweep has been.
    await expect.poll(async () => (await rings()).length, { timeout: 60_000 }).toBeLessThan(2)
    expect(await rings()).toMatchObject([{ CloudEid: young, HasImage: 1 }])
    const { List } = await app.ask(presenceHistory, { DID: did }, token)
    expect(List.at(-1)).toMatchObject({ Reason: 'none' })
    await app.close()
  })

  it.each([60 * 60_000 + 1, DAY_MS - 60_000, DAY_MS])(
    'does not follow a jump of %i ms either, which a policy of one day would lose nearly all by',
    async (jumpMs) => {
      let elapsed = 0
      const app = await startTestApp({ config: OPERATED, overrides: { elapsedMs: () => elapsed } })
      const { company, did, start, record } = await recordedCamera(app)
      const { Policy } = await app.ask(recordPolicy, { DID: did }, company.token)
      await app.ask(setRecordPolicy, { DIDs: [did], Policy: { ...Policy, Days: 1 } }, company.token)
      for (let file = 0; file < 3; file++) await record(start - file * 10_000 - 10_000)
      app.clock.leap(jumpMs)
      company.token = await app.tokenOf(company.code, 'boss')
      const filesLeft = async () => {
        await app.platform.recording.retention.sweep()
        return (await app.ask(recordUsage, {}, company.token)).List[0]?.Files
      }
      expect(await filesLeft()).toBe(3)

      // What is recorded meanwhile is 25 s old when the clock is right again.
      await record(app.clock.now() - 10_000)
      elapsed += 25_000
      app.clock.leap(25_000 - jumpMs)
      expect(await filesLeft()).toBe(4)
      await record(app.clock.now() - 10_000)
      elapsed += 30_000
      app.clock.leap(30_000)
      expect(await filesLeft()).toBe(5)
      await app.close()
    },
  )
})

it('how large the machine is, guests are not told', async () => {
  const app = await startTestApp({ config: OPERATED })
  const guest = await app.company()
  const seenBy = (token: string) => app.ask(recordStorage, {}, token)
  expect(await seenBy(guest.token)).toMatchObject({ State: 'ok', LimitBytes: null, FreeBytes: null })
  const { LimitBytes, FreeBytes } = await seenBy(await app.tokenOf('demo', 'admin'))
  expect(LimitBytes).toBeGreaterThan(0)
  expect(FreeBytes).toBeGreaterThan(0)
  await app.close()
})
