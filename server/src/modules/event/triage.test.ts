import { countEvents, exportEvents, getEventListV2, setAlarmState } from '@vedette/contract/calls/event'
import { deleteAccountList, updateUserAccount } from '@vedette/contract/calls/account'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { sheetIn } from '../../testing/read-sheet.ts'
import { engines } from '../../testing/storage.ts'
import { csvOf } from '../../engines/spreadsheet/write-csv.ts'

describe.each(engines)('alarms are handled on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  async function alarm({ companyId }: TestCompany, did: string, identName?: string): Promise<string> {
    const noticed = { channel: 0, type: 'ring', origin: 'device', at: app.clock.now() } as const
    const begun = await app.platform.events.intake.begin({ companyId, did, identName, ...noticed })
    if (!begun) throw new Error('the company has no such device')
    return begun.eventId
  }

  it('by one person at a time, with a note; what another has claimed stays his', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const [first, second] = [await alarm(company, did), await alarm(company, did)]
    const [guard, other] = [
      await app.account(company, { alarmManger: [] }),
      await app.account(company, { alarmManger: [] }),
    ]
    const list = async (body = {}) => (await app.ask(getEventListV2, body, guard.token)).List
    const set = (token: string, State: 'new' | 'claimed' | 'resolved' | 'false', Note?: string) =>
      app.ask(setAlarmState, { CloudEids: [first], State, ...(Note === undefined ? {} : { Note }) }, token)

    expect(await set(guard.token, 'claimed', 'Looking')).toEqual({ Changed: 1 })
    const claimedAt = app.clock.now()
    app.clock.advance(1000)
    expect(await set(other.token, 'claimed')).toEqual({ Changed: 0 })
    expect(await set(other.token, 'false')).toEqual({ Changed: 0 })
    expect(await list({ States: ['claimed'] })).toMatchObject([
      { CloudEid: first, State: 'claimed', StateTime: claimedAt, Note: 'Looking', Reviewed: true },
    ])
    const [{ StateBy: claimer } = { StateBy: '' }] = await list({ States: ['claimed'] })
    expect(claimer).not.toBe('')

    await set(guard.token, 'new')
    expect((await list({ States: ['new'] })).map(({ CloudEid }) => CloudEid)).toEqual([second, first])
    expect(await set(other.token, 'false', 'A cat')).toEqual({ Changed: 1 })
    const [closed] = await list({ States: ['false'] })
    expect(closed).toMatchObject({ CloudEid: first, Note: 'A cat', StateTime: app.clock.now() })
    expect(closed?.StateBy).not.toBe(claimer)
    // Left out, the note stays.
    await set(guard.token, 'resolved')
    expect(await list({ States: ['resolved'] })).toMatchObject([{ Note: 'A cat', StateBy: claimer }])
  })

  it('and what was claimed by who is gone or disabled, or by anyone for an administrator', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const claimed = [await alarm(company, did), await alarm(company, did), await alarm(company, did)]
    const [guard, leaver, barred] = [
      await app.account(company, { alarmManger: [] }),
      await app.account(company, { alarmManger: [] }),
      await app.account(company, { alarmManger: [] }),
    ]
    const set = (token: string, CloudEids: string[], State: 'claimed' | 'resolved') =>
      app.ask(setAlarmState, { CloudEids, State }, token)
    const [ofLeaver = '', ofBarred = '', ofGuard = ''] = claimed
    await set(leaver.token, [ofLeaver], 'claimed')
    await set(barred.token, [ofBarred], 'claimed')
    await set(guard.token, [ofGuard], 'claimed')
    expect(await set(guard.token, claimed, 'claimed')).toEqual({ Changed: 1 })
    await app.ask(deleteAccountList, { AccountIDs: [leaver.accountId] }, company.token)
    await app.ask(updateUserAccount, { AccountID: barred.accountId, Disabled: true }, company.token)
    expect(await set(guard.token, claimed, 'claimed')).toEqual({ Changed: 3 })
    expect(await set(company.token, claimed, 'resolved')).toEqual({ Changed: 3 })
  })

  it('and nobody handles those of another region', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const event = await alarm(company, await app.device(company, north))
    const southern = await app.account(company, { alarmManger: [] }, [south])
    const body = { CloudEids: [event], State: 'claimed' as const }
    const { CODE } = await app.send(setAlarmState, body, southern.token)
    expect(CODE).toBe(CODES.noDataAuthority.code)
    const file = await app.ask(exportEvents, { Format: 'csv' }, southern.token)
    expect(Buffer.from(file.File, 'base64').toString('utf8')).not.toContain(event)
    expect(Buffer.from(file.File, 'base64').toString('utf8').trim().split('\r\n')).toHaveLength(1)
  })

  it('are counted by device, and given out as a workbook or as text', async () => {
    const company = await app.company()
    const [gate, yard] = [await app.device(company), await app.device(company)]
    const event = await alarm(company, gate, '=1+1')
    await alarm(company, gate)
    await alarm(company, yard)
    await app.ask(setAlarmState, { CloudEids: [event], State: 'resolved', Note: 'Post' }, company.token)
    const range = { From: app.clock.now() - 3_600_000, To: app.clock.now() + 1 }
    expect((await app.ask(countEvents, range, company.token)).Devices).toEqual([
      { DID: gate, Count: 2 },
      { DID: yard, Count: 1 },
    ])
    const book = await app.ask(exportEvents, { DIDs: [gate] }, company.token)
    const sheet = sheetIn(Buffer.from(book.File, 'base64'))
    expect(book.FileName).toMatch(/\.xlsx$/)
    expect(sheet).toHaveLength(3)
    expect(sheet[2]).toEqual(expect.arrayContaining(['Doorbell', gate, 'Resolved', 'Post']))
    const text = await app.ask(
      exportEvents,
      { States: ['resolved'], Format: 'csv', Language: 'zh-cn' },
      company.token,
    )
    const [heads, line, ...more] = Buffer.from(text.File, 'base64').toString('utf8').trim().split('\r\n')
    expect(heads).toContain('"处理状态"')
    // Nothing is a formula to anyone who opens it.
    expect(line).toContain(`"'=1+1"`)
    expect(line).toContain('"已处理"')
    expect(more).toEqual([])
  })
})

it('text with quotes, commas and lines stays one cell', () => {
  expect(csvOf([['a "b", c\nd', 1, null]]).toString('utf8')).toBe('\ufeff"a ""b"", c\nd",1,\r\n')
  expect(csvOf([['=1+1', "'=x"]]).toString('utf8')).toBe('\ufeff"\'=1+1","\'\'=x"\r\n')
})
