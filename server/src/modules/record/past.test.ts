import { auditList } from '@vedette/contract/calls/audit'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import {
  addPastLock,
  pastRecordings,
  pastReplayUrl,
  removePastLock,
} from '@vedette/contract/calls/past-recordings'
import {
  keptAfterRemoval,
  recordTimeline,
  setRecordPolicy,
  setRegionRecordPolicy,
} from '@vedette/contract/calls/record'
import { replayUrl } from '@vedette/contract/calls/replay'
import { acceptTransfer, offerDevices } from '@vedette/contract/calls/transfer'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { FILE_MS, type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 86_400_000

describe.each(engines)('what was recorded of a device that a company has no more, on %s', (engine) => {
  let app: TestApp
  let camera: RecordedCamera
  let company: TestCompany
  let Device: string
  let start: number

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
    ;({ company, did: Device, start } = camera)
    await camera.record(start)
  })

  const range = () => ({ From: start + 2000, To: start + 6000, Form: 'file' as const })
  const remove = () => app.ask(batchExitGroup, { DIDs: [Device] }, company.token)
  const listed = async ({ token }: TestCompany) => (await app.ask(pastRecordings, {}, token)).List

  it('is shown to its administrators after it was handed over, and to nobody else', async () => {
    const before = await camera.bytesOf(await camera.urlOf(range().From, range().To, { Form: 'file' }))
    const guard = await app.account(company, { replay: [], deviceManger: [] })
    const taker = await app.company()
    expect(await listed(company)).toEqual([])
    const { Code } = await app.ask(offerDevices, { DIDs: [Device] }, company.token)
    await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)

    expect((await app.send(replayUrl, { DID: Device, ...range() }, company.token)).CODE).toBe(
      CODES.noDataAuthority.code,
    )
    expect(await listed(company)).toMatchObject([
      { Device, Channel: 0, Quality: 'main', Files: 1, Spans: [start, start + FILE_MS], Locks: [] },
    ])
    const { Parts } = await app.ask(pastReplayUrl, { Device, ...range() }, company.token)
    expect(await camera.bytesOf(Parts[0]?.Url ?? '')).toEqual(before)

    const body = { Streams: [{ DID: Device }], From: 0, To: start + DAY_MS }
    expect((await app.ask(recordTimeline, body, taker.token)).List).toMatchObject([{ Spans: [] }])
    expect(await listed(taker)).toEqual([])
    expect((await app.send(pastReplayUrl, { Device, ...range() }, taker.token)).CODE).toBe(
      CODES.noRecording.code,
    )
    expect((await app.send(pastReplayUrl, { Device, ...range() }, guard.token)).CODE).toBe(
      CODES.noPermission.code,
    )
  })

  it('is in the audit log when it is fetched, by the name of the device', async () => {
    await remove()
    const { Parts } = await app.ask(pastReplayUrl, { Device, ...range() }, company.token)
    await camera.bytesOf(Parts[0]?.Url ?? '')
    for (const Path of ['/vms/record/pastReplayUrl', '/vms/media/pastReplay'])
      expect((await app.ask(auditList, { Paths: [Path] }, company.token)).List).toMatchObject([
        { Outcome: 'done', Details: { device: Device } },
      ])
  })

  it('keeps the days that were promised when the device leaves, also when it comes back', async () => {
    const policy = { Main: 'continuous' as const, Sub: 'off' as const, Days: 365, MaxBytes: 0 }
    await app.ask(setRecordPolicy, { DIDs: [Device], Policy: policy }, company.token)
    const asked = { DIDs: [Device] }
    expect(await app.ask(keptAfterRemoval, asked, company.token)).toMatchObject({
      Devices: 1,
      Locked: 0,
      DaysFrom: 365,
      DaysTo: 365,
    })
    const taker = await app.company()
    const give = async (from: TestCompany, to: TestCompany) => {
      const { Code } = await app.ask(offerDevices, { DIDs: [Device] }, from.token)
      await app.ask(acceptTransfer, { Code, GID: to.rootGid }, to.token)
    }
    await give(company, taker)
    expect(await listed(company)).toMatchObject([{ Device, Days: 365 }])
    const { retention } = app.platform.recording
    app.clock.leap(100 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await retention.sweep()
    expect(await listed(company)).toMatchObject([{ Files: 1 }])
    taker.token = await app.tokenOf(taker.code, 'boss')
    await give(taker, company)
    await retention.sweep()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start, start + FILE_MS])
    app.clock.leap(266 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await retention.sweep()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([])
  })

  it('keeps the days of its region when it is removed', async () => {
    const policy = { Main: 'continuous' as const, Sub: 'off' as const, Days: 90, MaxBytes: 0 }
    await app.ask(setRegionRecordPolicy, { GID: company.rootGid, Policy: policy }, company.token)
    await remove()
    app.clock.leap(60 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await app.platform.recording.retention.sweep()
    expect(await listed(company)).toMatchObject([{ Files: 1, Days: 90 }])
  })

  it('goes when its days are over, but for what is locked', async () => {
    await camera.record(start + FILE_MS)
    await remove()
    const lock = { Device, From: start + 1000, To: start + 2000, Reason: 'a fall' }
    const { LockID } = await app.ask(addPastLock, lock, company.token)
    app.clock.leap(31 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    const { retention } = app.platform.recording
    await retention.sweep()
    expect(await listed(company)).toMatchObject([
      { Files: 1, Spans: [start, start + FILE_MS], Locks: [{ LockID, Reason: 'a fall', Account: 'boss' }] },
    ])
    const stranger = await app.company()
    expect((await app.send(removePastLock, { Device, LockID }, stranger.token)).CODE).toBe(
      CODES.noDataAuthority.code,
    )
    await app.ask(removePastLock, { Device, LockID }, company.token)
    await retention.sweep()
    expect(await listed(company)).toEqual([])
  })
})
