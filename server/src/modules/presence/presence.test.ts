import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { presenceHistory } from '@vedette/contract/calls/presence'
import { PRESENCE } from '@vedette/contract/devices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { idSource } from '../../engines/ids.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { openPresenceJournal } from './index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const DAY_MS = 86_400_000

describe.each(engines)('the history of a device on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
  })
  afterAll(() => app.close())

  const historyOf = (DID: string, PageSize = 500, Page = 1) =>
    app.ask(presenceHistory, { DID, Page, PageSize }, company.token)
  const told = async (did: string) =>
    (await historyOf(did)).List.map(({ Presence, Reason, Time, IsFirst }) => [
      Presence,
      Reason,
      Time,
      IsFirst,
    ])
  const storedOf = async (did: string, untilMs = Infinity): Promise<number> => {
    const { storage } = app.platform
    const query = storage.db.selectFrom('presence_change').where('did', '=', did).select('at')
    return (await storage.read(query)).filter(({ at }) => at <= untilMs).length
  }

  it('says since when it was there or not, and why; what was never known is not made up', async () => {
    const did = await app.device(company)
    const { presences } = app.video
    expect(await told(did)).toEqual([])
    presences.evidence(did, true, 'none')
    const onlineMs = app.clock.now()
    app.clock.advance(60_000)
    const lostMs = app.clock.now()
    presences.evidence(did, false, 'stalled')
    app.clock.advance(11_000)
    presences.evidence(did, false, 'unreachable')
    const reasonMs = app.clock.now()
    app.clock.advance(5000)
    presences.evidence(did, true, 'none')
    const backMs = app.clock.now()
    await expect
      .poll(() => told(did), PATIENCE)
      .toEqual([
        [PRESENCE.online, 'none', backMs, false],
        [PRESENCE.offline, 'unreachable', reasonMs, false],
        [PRESENCE.offline, 'stalled', lostMs, false],
        [PRESENCE.online, 'none', onlineMs, true],
      ])
    expect((await historyOf(did, 2, 1)).List.map(({ Until }) => Until)).toEqual([null, backMs])
    expect((await historyOf(did, 2, 2)).List.map(({ Time, Until }) => [Time, Until])).toEqual([
      [lostMs, reasonMs],
      [onlineMs, lostMs],
    ])
    expect((await historyOf(did, 2, 2)).Total).toBe(4)
  })

  it('of another start of the platform begins anew, and says so', async () => {
    const did = await app.device(company)
    const { clock } = app
    const { storage } = app.platform
    const device = {
      companyId: company.companyId,
      did,
      regionId: null,
      presence: PRESENCE.online,
      reason: 'none' as const,
      sinceMs: clock.now(),
      status: 'normal' as const,
      statusSinceMs: clock.now(),
    }
    const ids = idSource(clock)
    for (let start = 0; start < 2; start++) {
      const errors: unknown[] = []
      const options = {
        storage,
        clock,
        agedAt: () => clock.now(),
        newId: ids,
        isWatched: () => true,
        onError: (it: unknown) => errors.push(it),
      }
      const journal = openPresenceJournal(options)
      journal.note(company.companyId, [device])
      journal.note(company.companyId, [device])
      await journal.close()
      expect(errors).toEqual([])
    }
    expect((await told(did)).map(([, , , isFirst]) => isFirst)).toEqual([true, true])
  })

  it('is bounded for a device that comes and goes all the time, goes after 90 days, and with the device', async () => {
    const did = await app.device(company)
    const { presences } = app.video
    presences.evidence(did, true, 'none')
    for (let time = 0; time < 170; time++) {
      presences.says(company.companyId, did, 'upgrading')
      app.clock.advance(1000)
      presences.says(company.companyId, did, 'awake')
      app.clock.advance(1000)
    }
    const lastMs = app.clock.now()
    presences.says(company.companyId, did, 'upgrading')
    await expect.poll(async () => (await historyOf(did, 1)).List[0]?.Status, PATIENCE).toBe('upgrading')
    expect((await historyOf(did)).List[0]?.Time).toBe(lastMs)
    await expect.poll(() => storedOf(did), PATIENCE).toBeLessThan(250)
    expect(await storedOf(did)).toBeGreaterThanOrEqual(200)

    const gone = await app.device(company)
    presences.evidence(gone, true, 'none')
    await expect.poll(() => storedOf(gone), PATIENCE).toBe(1)
    await app.ask(batchExitGroup, { DIDs: [gone] }, company.token)
    expect(await storedOf(gone)).toBe(0)

    app.clock.leap(91 * DAY_MS)
    await expect.poll(() => storedOf(did, lastMs), PATIENCE).toBe(0)
  })
})
