import { recordUsage, setRecordPolicy, setRegionRecordPolicy } from '@vedette/contract/calls/record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { FILE_MS, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

describe.each(engines)('what recordings take on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('is listed page by page of the devices that the caller sees, below a region where one is named', async () => {
    const { company, did, start, record } = await recordedCamera(app)
    const yard = await app.region(company)
    const gate = await app.region(company, yard)
    const below = [await app.device(company, yard), await app.device(company, gate)]
    const { bytes } = await record(start, below[1])
    const usage = async (body: object, token: string) => {
      const { Total, List } = await app.ask(recordUsage, body, token)
      return { Total, dids: List.map(({ DID }) => DID) }
    }
    const all = [did, ...below].toSorted()
    expect(await usage({ PageSize: 2 }, company.token)).toEqual({ Total: 3, dids: all.slice(0, 2) })
    expect(await usage({ PageSize: 2, Page: 2 }, company.token)).toEqual({ Total: 3, dids: all.slice(2) })
    expect(await usage({ PageSize: 2, Page: 3 }, company.token)).toEqual({ Total: 3, dids: [] })
    expect(await usage({ GID: yard }, company.token)).toEqual({ Total: 2, dids: below.toSorted() })
    const guard = await app.account(company, { deviceManger: [] }, [gate])
    expect(await usage({}, guard.token)).toEqual({ Total: 1, dids: [below[1]] })
    expect((await app.ask(recordUsage, {}, guard.token)).List).toMatchObject([
      { Files: 1, Bytes: bytes, From: start, To: start + FILE_MS },
    ])
  })

  it('tells for how many days it will reach, by the narrowest limit', async () => {
    const { company, did, start, record } = await recordedCamera(app)
    const second = await app.device(company)
    const silent = await app.device(company)
    const { bytes } = await record(start)
    await record(start, second)
    const forecast = async () => {
      const { List } = await app.ask(recordUsage, {}, company.token)
      return List.find(({ DID }) => DID === did)
    }
    // Less than a minute of a camera says little: it is taken for a minute.
    const perDay = (bytes * DAY_MS) / MINUTE_MS
    const policy = { Main: 'continuous' as const, Sub: 'continuous' as const }
    const regionBytes = Math.round(perDay * 6)
    await app.ask(
      setRegionRecordPolicy,
      { GID: company.rootGid, Policy: { ...policy, Days: 30, MaxBytes: regionBytes } },
      company.token,
    )
    // Two of them share it.
    expect(await forecast()).toMatchObject({
      BytesPerDay: Math.round(perDay),
      ForecastDays: expect.closeTo(3, 3),
    })
    const own = async (Days: number, MaxBytes: number) =>
      app.ask(setRecordPolicy, { DIDs: [did], Policy: { ...policy, Days, MaxBytes } }, company.token)
    await own(30, Math.round(perDay * 2))
    expect((await forecast())?.ForecastDays).toBeCloseTo(2, 3)
    await own(1, 0)
    expect((await forecast())?.ForecastDays).toBe(1)
    const { List } = await app.ask(recordUsage, {}, company.token)
    expect(List.find(({ DID }) => DID === silent)).toMatchObject({ BytesPerDay: 0, ForecastDays: null })
  })
})
