import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import {
  addRecordLock,
  recordJournal,
  recordLocks,
  recordUsage,
  removeRecordLock,
  setRecordPolicy,
  setRegionRecordPolicy,
} from '@vedette/contract/calls/record'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'
import { journalStore } from './journal-store.ts'

const DAY_MS = 86_400_000

describe.each(engines)('retention on %s', (engine) => {
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

  const files = async (): Promise<number> =>
    (await readdir(app.archiveFolder, { recursive: true })).filter(
      (path) => path.includes(did) && path.endsWith('.mp4'),
    ).length

  const sweep = () => app.platform.recording.retention.sweep()
  const keep = (Days: number, MaxBytes = 0) =>
    app.ask(
      setRecordPolicy,
      { DIDs: [did], Policy: { Main: 'continuous', Sub: 'off', Days, MaxBytes } },
      company.token,
    )

  it('takes what is older than its days, spares what is locked, and says so', async () => {
    await keep(10)
    const rows = [
      await camera.record(start),
      await camera.record(start + 10_000),
      await camera.record(start + 20_000),
    ]
    const lock = { DID: did, From: start + 12_000, To: start + 13_000, Reason: 'a fall' }
    const { LockID } = await app.ask(addRecordLock, lock, company.token)
    app.clock.leap(10 * DAY_MS + 60_000)
    company.token = await app.tokenOf(company.code, 'boss')
    await sweep()
    expect(await files()).toBe(1)
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 20_000])
    const { List } = await app.ask(recordJournal, { DID: did }, company.token)
    expect(List).toMatchObject([
      {
        Reason: 'days',
        Files: 2,
        Bytes: (rows[0]?.bytes ?? 0) * 2,
        From: start,
        To: start + 30_000,
        IsDone: true,
      },
    ])
    // The region above tells it as well, another one does not.
    const ofRegion = async (GID: string) =>
      (await app.ask(recordJournal, { GID, PageSize: 1 }, company.token)).List.map((it) => it.DID)
    expect(await ofRegion(company.rootGid)).toEqual([did])
    expect(await ofRegion(await app.region(company))).toEqual([])
    expect(List[0]?.DevName).not.toBe('')
    expect((await app.ask(recordLocks, { DIDs: [did] }, company.token)).List).toMatchObject([
      { LockID, Reason: 'a fall', From: lock.From, To: lock.To, Account: 'boss' },
    ])
    await app.ask(removeRecordLock, { DID: did, LockID }, company.token)
    await sweep()
    expect(await files()).toBe(0)
    const usage = await app.ask(recordUsage, {}, company.token)
    expect(usage.List.find((it) => it.DID === did)).toMatchObject({ Bytes: 0, Files: 0, From: null })
  })

  it("keeps a device within its size, and a region's devices together within theirs", async () => {
    const { bytes } = await camera.record(start)
    for (const file of [1, 2, 3]) {
      app.clock.advance(1000)
      await camera.record(start + file * 10_000)
    }
    await keep(30, bytes * 3 + 10)
    await sweep()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 40_000])
    const second = await app.device(company)
    await camera.record(start + 40_000, second)
    await app.ask(
      setRegionRecordPolicy,
      {
        GID: company.rootGid,
        Policy: { Main: 'continuous', Sub: 'continuous', Days: 30, MaxBytes: bytes * 2 + 10 },
      },
      company.token,
    )
    await sweep()
    const { List } = await app.ask(recordUsage, {}, company.token)
    expect(List.map(({ Files }) => Files)).toEqual([1, 1])
    expect((await app.ask(recordJournal, {}, company.token)).List.map(({ Reason }) => Reason)).toEqual([
      'regionSize',
      'deviceSize',
    ])
  })

  it('takes what is due of many devices as one action, with a line for each, and forgets lines of before last year', async () => {
    const others = await Promise.all([1, 2, 3].map(() => app.device(company)))
    for (const of of [did, ...others]) {
      await app.ask(
        setRecordPolicy,
        { DIDs: [of], Policy: { Main: 'continuous', Sub: 'off', Days: 10, MaxBytes: 0 } },
        company.token,
      )
      for (let file = 0; file < 3; file++) await camera.record(start + file * 10_000, of)
    }
    app.clock.leap(11 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await sweep()
    const { List } = await app.ask(recordJournal, {}, company.token)
    const lines = List.map(({ DID, Files, IsDone }) => [DID, Files, IsDone])
    expect(lines).toHaveLength(1 + others.length)
    expect(lines).toEqual(expect.arrayContaining([did, ...others].map((of) => [of, 3, true])))
    app.clock.leap(401 * DAY_MS)
    company.token = await app.tokenOf(company.code, 'boss')
    await sweep()
    expect((await app.ask(recordJournal, {}, company.token)).List).toEqual([])
  })

  it('finishes what a process that ended had begun', async () => {
    const rows = [await camera.record(start), await camera.record(start + 10_000)]
    expect(rows).toHaveLength(2)
    const doomed = rows.map(({ path }) => path)
    await journalStore(app.platform.storage).intend(company.companyId, [
      {
        id: 'HALFDONE' + did,
        did,
        at: start,
        reason: 'archiveSize',
        files: 2,
        bytes: 0,
        from_ms: start,
        to_ms: start,
        segments: JSON.stringify(doomed),
      },
    ])
    await rm(join(app.archiveFolder, doomed[0] ?? ''))
    await app.platform.recording.retention.resume()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 20_000])
    expect((await app.ask(recordJournal, { DID: did }, company.token)).List).toMatchObject([
      { Files: 1, Bytes: rows[0]?.bytes, IsDone: true },
    ])
  })
})
