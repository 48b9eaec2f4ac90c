import { getNoticeRules, setQuietHours, snoozeAlarms } from '@vedette/contract/calls/alarm-notice'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const GUARD = { realTimeVideo: [] }
const NIGHT = { startTime: '22:00:00', endTime: '06:00:00' }

describe.each(engines)('what calls a person to the screen, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('is set by each account for itself, and what is snoozed ends by itself or when it is called off', async () => {
    const company = await app.company()
    const [guard, other] = [await app.account(company, GUARD), await app.account(company, GUARD)]
    const DID = await app.device(company)
    const rules = (token = guard.token) => app.ask(getNoticeRules, {}, token)
    expect(await rules()).toEqual({ QuietHours: null, Snoozes: [] })
    await app.ask(setQuietHours, { QuietHours: NIGHT }, guard.token)
    await app.ask(snoozeAlarms, { DID, Type: 0, Minutes: 10 }, guard.token)
    await app.ask(snoozeAlarms, { DID, Type: 0, Minutes: 30 }, guard.token)
    const { Snoozes } = await app.ask(snoozeAlarms, { DID, Minutes: 60 }, guard.token)
    const now = app.clock.now()
    const DevName = expect.stringContaining('Camera')
    expect(Snoozes).toEqual([
      { DID, DevName, Type: 0, Until: now + 30 * 60_000 },
      { DID, DevName, Type: null, Until: now + 60 * 60_000 },
    ])
    expect(await rules()).toEqual({ QuietHours: NIGHT, Snoozes })
    expect(await rules(other.token)).toEqual({ QuietHours: null, Snoozes: [] })
    app.clock.advance(30 * 60_000)
    expect((await rules()).Snoozes).toEqual(Snoozes.slice(1))
    await app.ask(snoozeAlarms, { DID, Minutes: 0 }, guard.token)
    await app.ask(setQuietHours, { QuietHours: null }, guard.token)
    expect(await rules()).toEqual({ QuietHours: null, Snoozes: [] })
  })

  it('is refused for hours of no length and for what is no device of one', async () => {
    const [company, foreign] = [await app.company(), await app.company()]
    const hours = { startTime: '08:00:00', endTime: '08:00:00' }
    const refused = await app.send(setQuietHours, { QuietHours: hours }, company.token)
    expect(refused.CODE).toBe(CODES.badInput.code)
    const theirs = { DID: await app.device(foreign), Minutes: 5 }
    expect((await app.send(snoozeAlarms, theirs, company.token)).CODE).toBe(CODES.noDataAuthority.code)
  })
})
