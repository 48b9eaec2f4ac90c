import { setMsgIn } from '@vedette/contract/calls/device-message'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const Method = 13436

describe.each(engines)('method 13436 on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('answers what happened at a device on a day of the company’s zone, to who may replay', async () => {
    const company = await app.company()
    const DID = await app.device(company)
    const { companyId } = company
    // In Berlin the day begins at 23:00 UTC of the one before.
    const begin = Date.UTC(2024, 11, 9, 23)
    const times = [begin - 1, begin, begin + 7_200_000, begin + 86_399_999, begin + 86_400_000]
    await app.platform.events.store.add(
      times.map((at) => ({
        companyId,
        id: `E${at}`,
        did: DID,
        channel: 0,
        type: 0,
        origin: 'server',
        at,
        endAt: at,
        deviceName: 'Gate',
        regionId: null,
        identName: '-',
        isAnnounced: false,
      })),
    )
    const ask = async (body: object, token = company.token) =>
      app.send(setMsgIn, { DID, Method, ReqBody: JSON.stringify(body) }, token)
    const guard = await app.account(company, { replay: [] })
    const { BODY } = await ask({ Date: '2024-12-10', PageSize: 9999 }, guard.token)
    // What the platform itself saw has an EventID of its own.
    const seen = { EventID: 100_000, channelNum: 0 }
    expect(BODY).toMatchObject({ Total: 3, List: times.slice(1, 4).map((Time) => ({ ...seen, Time })) })
    expect((await ask({ Date: '2024-12-10', ChannelNum: 5 })).BODY).toMatchObject({ Total: 0, List: [] })
    expect((await ask({ Date: '10.1.2026' })).CODE).toBe(CODES.badInput.code)
    const other = await app.account(company, { realTimeVideo: ['PTZ'] })
    expect((await ask({ Date: '2024-12-10' }, other.token)).CODE).toBe(CODES.noPermission.code)
    const stranger = await app.company()
    expect((await ask({ Date: '2024-12-10' }, stranger.token)).CODE).toBe(CODES.noDataAuthority.code)
  })
})
