import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  addRecordLock,
  recordJournal,
  recordLocks,
  recordPolicy,
  recordStorage,
  recordTimeline,
  recordUsage,
  removeRecordLock,
  replayUrl,
  setRecordPolicy,
  setRegionRecordPolicy,
  trustRecordClock,
} from '@vedette/contract/calls/record'
import { logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { readSegment } from '@vedette/media/record/segment-file'
import { boxesIn } from '@vedette/media/replay/boxes'
import { initLengthOf } from '@vedette/media/replay/init'
import { readMoof } from '@vedette/media/replay/moof'
import { segmentBytes } from '@vedette/media/testing/segment-bytes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { recordFile } from '../../testing/record-file.ts'
import { engines } from '../../testing/storage.ts'
import { journalStore } from './journal-store.ts'

const SECONDS = 10
const DAY_MS = 86_400_000
const TICKS = 90

describe.each(engines)('the archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  /** Of the first recording. */
  let start: number

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    company = await app.company()
    did = await app.device(company)
    start = app.clock.now()
  })

  const record = (startMs: number, of = did, quality: 'main' | 'sub' = 'main') =>
    recordFile(app, { company: company.companyId, did: of, channel: 0, quality }, startMs, SECONDS)

  const files = async (): Promise<number> =>
    (await readdir(app.archiveFolder, { recursive: true })).filter(
      (path) => path.includes(did) && path.endsWith('.mp4'),
    ).length

  async function urlOf(from: number, to: number, more: Record<string, unknown> = {}): Promise<string> {
    const { Parts } = await app.ask(replayUrl, { DID: did, From: from, To: to, ...more }, company.token)
    return Parts[0]?.Url ?? ''
  }

  const bytesOf = async (url: string, headers: Record<string, string> = {}): Promise<Buffer> =>
    Buffer.from(await (await app.fetch(url, { headers })).arrayBuffer())

  const timeline = async (from: number, to: number, Step = 0): Promise<number[]> => {
    const body = { Streams: [{ DID: did }], From: from, To: to, Step }
    return (await app.ask(recordTimeline, body, company.token)).List[0]?.Spans ?? []
  }

  it('plays any range as one stream from the key frame before it', async () => {
    for (const file of [0, 1, 2]) await record(start + file * SECONDS * 1000)
    const url = await urlOf(start + 3500, start + 21_200)
    const response = await app.fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toMatch(/^video\/mp4; codecs="avc1\./)
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const origin = Number(response.headers.get('x-vedette-origin'))
    const times = decodeTimesIn(bytes).map((ticks) => origin + ticks / TICKS)
    expect(times).toEqual(Array.from({ length: 19 }, (_, i) => start + 3000 + i * 1000))
  })

  it('answers parts of a range as they are in the whole, and says when they are beyond it', async () => {
    for (const file of [0, 1]) await record(start + file * SECONDS * 1000)
    const url = await urlOf(start + 2500, start + 15_000, { Form: 'file' })
    const whole = await bytesOf(url)
    const middle = Math.floor(whole.length / 2)
    expect(await bytesOf(url, { range: 'bytes=5-2000' })).toEqual(whole.subarray(5, 2001))
    expect(await bytesOf(url, { range: `bytes=${middle}-` })).toEqual(whole.subarray(middle))
    expect(await bytesOf(url, { range: 'bytes=-300' })).toEqual(whole.subarray(-300))
    expect((await app.fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    const other = await app.fetch(url, { headers: { range: 'bytes=5-20', 'if-range': '"another"' } })
    expect(other.status).toBe(200)
    expect((await other.arrayBuffer()).byteLength).toBe(whole.length)
  })

  it('gives a file an edit list that begins and ends where it was asked for', async () => {
    await record(start)
    const bytes = await bytesOf(await urlOf(start + 2500, start + 4000, { Form: 'file' }))
    const at = bytes.indexOf('elst')
    expect(bytes.readBigUInt64BE(at + 12)).toBe(1500n)
    // The first key frame is at 2 s and stands at 1 s of the media's time.
    expect(bytes.readBigInt64BE(at + 20)).toBe(BigInt(1500 * TICKS))
  })

  it('sends key frames alone, fast and backwards', async () => {
    for (const file of [0, 1]) await record(start + file * SECONDS * 1000)
    const forward = await bytesOf(await urlOf(start, start + 20_000, { Form: 'keys', Speed: 8 }))
    expect(decodeTimesIn(forward)).toEqual(
      Array.from({ length: 20 }, (_, i) => Math.round((i * 1000 * TICKS) / 8)),
    )
    expect(samplesIn(forward)).toBe(20)
    const backward = await app.fetch(await urlOf(start, start + 20_000, { Form: 'keys', Speed: -4 }))
    expect(Number(backward.headers.get('x-vedette-origin'))).toBe(start + 19_000)
    const times = decodeTimesIn(Buffer.from(await backward.arrayBuffer()))
    expect(times).toEqual(Array.from({ length: 20 }, (_, i) => i * 250 * TICKS))
  })

  it('reaches into the file that is being written', async () => {
    await record(start)
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const { segment, bytes } = segmentBytes(stream, start + 10_000, SECONDS)
    const path = join(app.archiveFolder, segment.path)
    await writeFile(path, bytes)
    const reading = await readSegment(path)
    if (reading.kind === 'unreadable') throw new Error(reading.fault)
    const { intake } = app.platform.recording
    intake.grown(segment, start + 12_000, reading.row.gops.slice(0, 2))
    await intake.settled()
    expect(await timeline(start, start + DAY_MS)).toEqual([start, start + 12_000])
    expect(decodeTimesIn(await bytesOf(await urlOf(start, start + DAY_MS)))).toHaveLength(12)
    await intake.finished(reading.row)
    expect(decodeTimesIn(await bytesOf(await urlOf(start, start + DAY_MS)))).toHaveLength(20)
  })

  it('draws a timeline as coarse as it is asked for', async () => {
    for (const at of [0, 10_000, 25_000]) await record(start + at)
    expect(await timeline(start + 2000, start + 60_000)).toEqual([
      start + 2000,
      start + 20_000,
      start + 25_000,
      start + 35_000,
    ])
    expect(await timeline(start, start + 60_000, 6000)).toEqual([start, start + 35_000])
    expect(await timeline(start + DAY_MS, start + 2 * DAY_MS)).toEqual([])
    expect(
      (await app.send(replayUrl, { DID: did, From: start - 20, To: start - 10 }, company.token)).CODE,
    ).toBe(CODES.noRecording.code)
  })

  it('counts a file once that is told twice', async () => {
    const row = await record(start)
    await app.platform.recording.intake.finished(row)
    const usage = await app.ask(recordUsage, {}, company.token)
    expect(usage.List.find((it) => it.DID === did)).toMatchObject({
      Files: 1,
      Bytes: row.bytes,
      From: start,
      To: start + 10_000,
    })
  })

  describe('a URL', () => {
    it('admits to its range alone, for five minutes', async () => {
      await record(start)
      const url = await urlOf(start, start + 5000)
      expect((await app.fetch(url)).status).toBe(200)
      const wider = url.replace(`to=${start + 5000}`, `to=${start + 9000}`)
      expect(wider).not.toBe(url)
      expect((await app.fetch(wider)).status).toBe(401)
      expect((await app.fetch(url.replace('replay', 'recordedPicture'))).status).toBe(401)
      expect((await app.fetch(url.replace(/&signature=.*$/, ''))).status).toBe(401)
      app.clock.advance(5 * 60_000 + 1)
      expect((await app.fetch(url)).status).toBe(401)
    })

    it('ends with its session', async () => {
      await record(start)
      const { token } = await app.account(company, { replay: [] })
      const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 5000 }, token)
      const url = Parts[0]?.Url ?? ''
      expect((await app.fetch(url)).status).toBe(200)
      await app.ask(logout, {}, token)
      expect((await app.fetch(url)).status).toBe(401)
    })

    it('is judged anew by rights, region and company', async () => {
      await record(start)
      const gid = await app.region(company)
      const bound = await app.account(company, { replay: [] }, [company.rootGid])
      const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 5000 }, bound.token)
      const url = Parts[0]?.Url ?? ''
      expect((await app.fetch(url)).status).toBe(200)
      await app.platform.companies.setRights(company.companyId, bound.roleId, { realTimeVideo: [] })
      expect((await app.fetch(url)).status).toBe(403)
      const elsewhere = await app.account(company, { replay: [] }, [gid])
      const stranger = await app.company()
      for (const token of [elsewhere.token, stranger.token])
        expect((await app.send(replayUrl, { DID: did, From: start, To: start + 5000 }, token)).CODE).toBe(
          CODES.noDataAuthority.code,
        )
    })

    it('that is being fetched ends when the right to it does', async () => {
      // More than the sockets between the two hold.
      const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
      for (let file = 0; file < 50; file++) await recordFile(app, stream, start + file * 120_000, 120)
      const { token, accountId } = await app.account(company, { replay: [] })
      const { Parts } = await app.ask(replayUrl, { DID: did, From: start, To: start + 6_000_000 }, token)
      const { body } = await app.fetch(Parts[0]?.Url ?? '')
      const reader = body?.getReader()
      await reader?.read()
      await app.platform.authority.revokeAccount(company.companyId, accountId)
      await expect(
        (async () => {
          while (!(await reader?.read())?.done);
        })(),
      ).rejects.toThrow('terminated')
    })
  })

  describe('retention', () => {
    const sweep = () => app.platform.recording.retention.sweep()
    const keep = (Days: number, MaxBytes = 0) =>
      app.ask(
        setRecordPolicy,
        { DIDs: [did], Policy: { Main: 'continuous', Sub: 'off', Days, MaxBytes } },
        company.token,
      )

    it('takes what is older than its days, spares what is locked, and says so', async () => {
      await keep(10)
      const rows = [await record(start), await record(start + 10_000), await record(start + 20_000)]
      const lock = { DID: did, From: start + 12_000, To: start + 13_000, Reason: 'a fall' }
      const { LockID } = await app.ask(addRecordLock, lock, company.token)
      app.clock.leap(10 * DAY_MS + 60_000)
      company.token = await app.tokenOf(company.code, 'boss')
      await sweep()
      expect(await files()).toBe(1)
      expect(await timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 20_000])
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
      expect((await app.ask(recordLocks, { DID: did }, company.token)).List).toMatchObject([
        { LockID, Reason: 'a fall', From: lock.From, To: lock.To, Account: 'boss' },
      ])
      await app.ask(removeRecordLock, { DID: did, LockID }, company.token)
      await sweep()
      expect(await files()).toBe(0)
      const usage = await app.ask(recordUsage, {}, company.token)
      expect(usage.List.find((it) => it.DID === did)).toMatchObject({ Bytes: 0, Files: 0, From: null })
    })

    it("keeps a device within its size, and a region's devices together within theirs", async () => {
      const { bytes } = await record(start)
      for (const file of [1, 2, 3]) {
        app.clock.advance(1000)
        await record(start + file * 10_000)
      }
      await keep(30, bytes * 3 + 10)
      await sweep()
      expect(await timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 40_000])
      const second = await app.device(company)
      await record(start + 40_000, second)
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

    it('finishes what a process that ended had begun', async () => {
      const rows = [await record(start), await record(start + 10_000)]
      expect(rows).toHaveLength(2)
      const doomed = rows.map(({ path }) => path)
      await journalStore(app.platform.storage).intend(company.companyId, {
        id: 'HALFDONE' + did,
        did,
        at: start,
        reason: 'archiveSize',
        files: 2,
        bytes: 0,
        from_ms: start,
        to_ms: start,
        segments: JSON.stringify(doomed),
      })
      await rm(join(app.archiveFolder, doomed[0] ?? ''))
      await app.platform.recording.retention.resume()
      expect(await timeline(start, start + DAY_MS)).toEqual([start + 10_000, start + 20_000])
      expect((await app.ask(recordJournal, { DID: did }, company.token)).List).toMatchObject([
        { Files: 1, Bytes: rows[0]?.bytes, IsDone: true },
      ])
    })
  })

  describe('what is recorded', () => {
    it('is told to the shards, with what is recorded already, and anew when it changes', async () => {
      const row = await record(start)
      const order = () => [...app.shards.orders.values()].find((it) => it.did === did)
      await app.ingest.recordOrders.refresh(company.companyId)
      expect(order()).toMatchObject({ isOn: true, quality: 'main', recorded: [[start, row.endMs]] })
      const Policy = { Main: 'off' as const, Sub: 'off' as const, Days: 1, MaxBytes: 0 }
      await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
      expect(order()).toMatchObject({ isOn: false })
    })

    it('that cannot be written is said, and that it can be again', async () => {
      const state = async () => (await app.ask(recordStorage, {}, company.token)).State
      const { recording } = app.shards.options
      const status = { type: 'recording' as const, stream: 1, sinceMs: start, lostFrames: 0 }
      recording?.onStatus({ ...status, state: 'failing', fault: 'readOnly' })
      expect(await state()).toBe('unwritable')
      recording?.onStatus({ ...status, state: 'recording', fault: 'none' })
      expect(await state()).toBe('ok')
    })

    it('is decided by the device, else by the nearest region above it, else by the platform', async () => {
      const gid = await app.region(company)
      const below = await app.region(company, gid)
      const camera = await app.device(company, below)
      const inForce = () => app.ask(recordPolicy, { DID: camera }, company.token)
      expect(await inForce()).toEqual({
        Policy: { Main: 'continuous', Sub: 'continuous', Days: 30, MaxBytes: 0 },
        From: 'platform',
        GID: '',
      })
      const policy = { Main: 'off' as const, Sub: 'continuous' as const, Days: 7, MaxBytes: 0 }
      await app.ask(setRegionRecordPolicy, { GID: gid, Policy: policy }, company.token)
      expect(await inForce()).toEqual({ Policy: policy, From: 'region', GID: gid })
      const own = { ...policy, Days: 3 }
      await app.ask(setRecordPolicy, { DIDs: [camera], Policy: own }, company.token)
      expect(await inForce()).toEqual({ Policy: own, From: 'own', GID: '' })
      await app.ask(setRecordPolicy, { DIDs: [camera], Policy: null }, company.token)
      expect(await inForce()).toEqual({ Policy: policy, From: 'region', GID: gid })
      const wanted = await app.platform.recording.plan.wanted(company.companyId)
      expect([wanted({ did: camera, quality: 'main' }), wanted({ did: camera, quality: 'sub' })]).toEqual([
        false,
        true,
      ])
    })
  })
})

describe('the clock that recordings age by', () => {
  it('does not follow a jump of ten years, so nothing is purged, until somebody says that it is right', async () => {
    let elapsed = 0
    const app = await startTestApp({ overrides: { elapsedMs: () => elapsed } })
    const company = await app.company()
    const did = await app.device(company)
    const start = app.clock.now()
    const pass = (ms: number): void => {
      elapsed += ms + 0.25
      app.clock.leap(ms)
    }
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const record = (startMs: number) => recordFile(app, stream, startMs, 1)
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
    await app.ask(trustRecordClock, {}, company.token)
    expect(await app.ask(recordStorage, {}, company.token)).toMatchObject({
      Clock: 'trusted',
      ClockAheadMs: 0,
    })
    await app.close()
  })
})

/** Of the first track of each fragment, ticks. */
function decodeTimesIn(file: Buffer): number[] {
  return boxesIn(file, initLengthOf(file) ?? 0)
    .filter(({ type }) => type === 'moof')
    .map(({ at }) => readMoof(file.subarray(at))?.tracks[0]?.decodeTime ?? -1)
}

function samplesIn(file: Buffer): number {
  return boxesIn(file, initLengthOf(file) ?? 0)
    .filter(({ type }) => type === 'moof')
    .reduce((sum, { at }) => sum + (readMoof(file.subarray(at))?.tracks[0]?.samples.length ?? 0), 0)
}
