import { batchChangeGroup, batchExitGroup } from '@vedette/contract/calls/device-edit'
import { createGroup, moveGroup } from '@vedette/contract/calls/group'
import { pastRecordings } from '@vedette/contract/calls/past-recordings'
import { addRecordLock, setRecordPolicy, setRegionRecordPolicy } from '@vedette/contract/calls/record'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { FILE_MS, type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 86_400_000
const policyOf = (Days: number) => ({ Main: 'continuous' as const, Sub: 'off' as const, Days, MaxBytes: 0 })

describe.each(engines)('what was recorded before a move, on %s', (engine) => {
  let app: TestApp
  let camera: RecordedCamera
  let company: TestCompany
  let did: string
  let start: number
  let long: string
  let short: string

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
    await camera.record(start)
    const regionOf = async (GroupName: string, days: number): Promise<string> => {
      const { GID } = await app.ask(createGroup, { ParentGID: company.rootGid, GroupName }, company.token)
      await app.ask(setRegionRecordPolicy, { GID, Policy: policyOf(days) }, company.token)
      return GID
    }
    long = await regionOf('Long', 90)
    short = await regionOf('Short', 7)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: long }, company.token)
  })

  const after = async (days: number): Promise<void> => {
    app.clock.leap(days * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await app.platform.recording.retention.sweep()
  }
  const seen = () => camera.timeline(start, start + DAY_MS)

  it('keeps its days when the new region keeps less', async () => {
    await app.ask(batchChangeGroup, { DIDs: [did], GID: short }, company.token)
    await after(60)
    expect(await seen()).toEqual([start, start + FILE_MS])
    await after(31)
    expect(await seen()).toEqual([])
  })

  it('keeps its days when its region goes below one that keeps less', async () => {
    const inner = await app.ask(createGroup, { ParentGID: long, GroupName: 'Inner' }, company.token)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: inner.GID }, company.token)
    await app.ask(moveGroup, { GID: inner.GID, ParentGID: short }, company.token)
    await after(60)
    expect(await seen()).toEqual([start, start + FILE_MS])
  })

  it('is kept as the new region says when that keeps more, and newer footage as it says at any rate', async () => {
    await app.ask(batchChangeGroup, { DIDs: [did], GID: short }, company.token)
    await after(30)
    const later = start + 30 * DAY_MS
    await camera.record(later)
    await after(8)
    expect(await camera.timeline(later, later + DAY_MS)).toEqual([])
    expect(await seen()).toEqual([start, start + FILE_MS])
    await app.ask(setRegionRecordPolicy, { GID: short, Policy: policyOf(365) }, company.token)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: long }, company.token)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: short }, company.token)
    await after(200)
    expect(await seen()).toEqual([start, start + FILE_MS])
  })

  it('goes by the device’s own policy wherever it is', async () => {
    await app.ask(setRecordPolicy, { DIDs: [did], Policy: policyOf(5) }, company.token)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: short }, company.token)
    await after(6)
    expect(await seen()).toEqual([])
  })

  it('stays locked when the device is removed', async () => {
    const range = { From: start + 1000, To: start + 2000 }
    await app.ask(addRecordLock, { DID: did, ...range, Reason: 'a fall' }, company.token)
    await app.ask(batchExitGroup, { DIDs: [did] }, company.token)
    await after(91)
    expect((await app.ask(pastRecordings, {}, company.token)).List).toMatchObject([
      { Files: 1, Locks: [{ Reason: 'a fall', Account: 'boss' }] },
    ])
  })
})
