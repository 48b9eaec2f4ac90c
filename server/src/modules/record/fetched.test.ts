import { joinGroups } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/replay'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('what is fetched of the archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let start: number

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
    await camera.record(start)
  })

  it('is in the audit log, once for the many requests of a player', async () => {
    const fetched = async (path: string) =>
      (await app.ask(auditList, { Paths: [`/vms/media/${path}`] }, company.token)).List
    const range = { DID: did, From: start + 1000, To: start + 5000 }
    const { Parts } = await app.ask(replayUrl, { ...range, Form: 'file' }, company.token)
    const url = Parts[0]?.Url ?? ''
    const ask = async (headers: Record<string, string>) =>
      void (await (await app.fetch(url, { headers })).arrayBuffer())
    expect(await fetched('replay')).toEqual([])
    const from = (address: string) => ({ 'x-forwarded-for': address, range: 'bytes=0-99' })
    await Promise.all(Array.from({ length: 10 }, () => ask(from('203.0.113.9'))))
    expect(await fetched('replay')).toMatchObject([
      {
        Account: `${company.code}_boss`,
        Address: '203.0.113.9',
        Targets: [{ Kind: 'device', ID: did }],
        Outcome: 'done',
        Details: {
          channel: 0,
          from: new Date(start + 1000).toISOString(),
          to: new Date(start + 5000).toISOString(),
          form: 'file',
        },
      },
    ])
    // Other spellings of the same URL are the same look, other places and later times are not.
    await app.fetch(`${url}&signature=x`, { headers: from('203.0.113.9') })
    expect(await fetched('replay')).toHaveLength(1)
    await ask(from('203.0.113.10'))
    expect(await fetched('replay')).toHaveLength(2)
    app.clock.advance(60_000)
    await ask(from('203.0.113.9'))
    expect(await fetched('replay')).toHaveLength(3)
  })

  it('is in the audit log as one row for the pictures of a camera that are looked at on end, from when to when', async () => {
    const pictures = async () =>
      (await app.ask(auditList, { Paths: ['/vms/media/recordedPicture'] }, company.token)).List
    const look = async (atMs: number) => {
      const { Url } = await app.ask(recordPictureUrl, { DID: did, At: atMs }, company.token)
      expect((await app.fetch(Url)).status).toBe(200)
    }
    const iso = (ms: number): string => new Date(ms).toISOString()
    await look(start + 5000)
    // It is on record before anybody sees it; how far it went is known when it is over.
    const begun = { channel: 0, from: iso(start + 5000), to: iso(start + 5000) }
    expect(await pictures()).toMatchObject([
      { Targets: [{ ID: did }], Outcome: 'unfinished', Details: begun },
    ])
    for (const second of [7, 3, 4]) await look(start + second * 1000)
    app.clock.advance(60_000)
    const told = { channel: 0, from: iso(start + 3000), to: iso(start + 7000), pictures: 4 }
    await expect.poll(pictures, { timeout: 60_000 }).toMatchObject([{ Outcome: 'done', Details: told }])
    await look(start + 8000)
    expect(await pictures()).toMatchObject([{ Outcome: 'unfinished' }, { Outcome: 'done', Details: told }])
    expect((await app.ask(auditList, { Paths: [recordPictureUrl.path] }, company.token)).List).toEqual([])
  })

  it('is in the audit log when it was refused', async () => {
    const guard = await app.account(company, { replay: [] }, [company.rootGid])
    const { Url } = await app.ask(recordPictureUrl, { DID: did, At: start + 5000 }, guard.token)
    await app.ask(
      joinGroups,
      { AccountID: guard.accountId, AllRegions: false, GIDs: [await app.region(company)] },
      company.token,
    )
    expect((await app.fetch(Url)).status).toBe(403)
    const rows = async () =>
      (await app.ask(auditList, { Paths: ['/vms/media/recordedPicture'] }, company.token)).List
    await expect
      .poll(rows, { timeout: 60_000 })
      .toMatchObject([{ AccountID: guard.accountId, Outcome: 'refused', Code: CODES.noDataAuthority.code }])
  })
})
