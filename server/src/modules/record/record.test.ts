import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { getDeviceMultiMedia } from '@vedette/contract/calls/event'
import {
  recordPolicy,
  recordUsage,
  regionRecordPolicy,
  setRecordPolicy,
  setRegionRecordPolicy,
} from '@vedette/contract/calls/record'
import { recordPictureUrl, replayUrl, replayUrls } from '@vedette/contract/calls/replay'
import { CODES } from '@vedette/contract/codes'
import type { Quality } from '@vedette/contract/live-message'
import { boxesIn } from '@vedette/media/fmp4/read-boxes'
import { readMoof } from '@vedette/media/fmp4/read-moof'
import { readSegment } from '@vedette/media/record/segment-file'
import { initLengthOf } from '@vedette/media/replay/init'
import { ffprobe } from '@vedette/media/testing/ffprobe'
import { footageFormat, segmentBytes } from '@vedette/media/testing/segment-bytes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { recordFile } from '../../testing/record-file.ts'
import { FILE_MS, type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 86_400_000
const TICKS = 90

/** What a policy has where nobody said otherwise. */
const ON_ALARM = { PreS: 10, PostS: 30, Ranges: [], Outside: 'off' as const }

describe.each(engines)('the archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let start: number
  let camera: RecordedCamera
  let decoder: string

  beforeAll(async () => {
    app = await startTestApp({ engine, overrides: { recording: { decoder: () => decoder } } })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    decoder = 'ffmpeg'
    camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
  })

  it('plays any range as one stream from the key frame before it', async () => {
    for (const file of [0, 1, 2]) await camera.record(start + file * FILE_MS)
    const url = await camera.urlOf(start + 3500, start + 21_200)
    const response = await app.fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toMatch(/^video\/mp4; codecs="avc1\./)
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const origin = Number(response.headers.get('x-vedette-origin'))
    const times = decodeTimesIn(bytes).map((ticks) => origin + ticks / TICKS)
    expect(times).toEqual(Array.from({ length: 19 }, (_, i) => start + 3000 + i * 1000))
  })

  it('opens several cameras at once, each by the first of its qualities that is recorded', async () => {
    const [other, empty, strange] = [
      await app.device(company),
      await app.device(company),
      (await recordedCamera(app)).did,
    ]
    await camera.record(start)
    await camera.record(start, other, 'sub')
    const [From, To] = [start + 2000, start + 4000]
    const Qualities: Quality[] = ['sub', 'main']
    const body = { Streams: [{ DID: empty }, { DID: other }, { DID: did, Qualities }], From, To }
    const { List } = await app.ask(replayUrls, body, company.token)
    expect(List).toMatchObject([{ Parts: [] }, { Parts: [{ From, To }] }, { Parts: [{ From, To }] }])
    for (const { Parts } of List.slice(1)) {
      const bytes = await camera.bytesOf(Parts[0]?.Url ?? '')
      expect(decodeTimesIn(bytes)).toHaveLength(2)
    }
    const refused = await app.send(
      replayUrls,
      { ...body, Streams: [{ DID: did }, { DID: strange }] },
      company.token,
    )
    expect(refused.CODE).toBe(CODES.noDataAuthority.code)
  })

  it('answers parts of a range as they are in the whole, and says when they are beyond it', async () => {
    for (const file of [0, 1]) await camera.record(start + file * FILE_MS)
    const url = await camera.urlOf(start + 2500, start + 15_000, { Form: 'file' })
    const whole = await camera.bytesOf(url)
    const middle = Math.floor(whole.length / 2)
    expect(await camera.bytesOf(url, { range: 'bytes=5-2000' })).toEqual(whole.subarray(5, 2001))
    expect(await camera.bytesOf(url, { range: `bytes=${middle}-` })).toEqual(whole.subarray(middle))
    expect(await camera.bytesOf(url, { range: 'bytes=-300' })).toEqual(whole.subarray(-300))
    expect((await app.fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    const other = await app.fetch(url, { headers: { range: 'bytes=5-20', 'if-range': '"another"' } })
    expect(other.status).toBe(200)
    expect((await other.arrayBuffer()).byteLength).toBe(whole.length)
  })

  it('gives a file that shows exactly what was asked for', async () => {
    for (const file of [0, 1]) await camera.record(start + file * FILE_MS)
    const body = { DID: did, From: start + 8500, To: start + 12_000, Form: 'file' as const }
    const { Parts } = await app.ask(replayUrl, body, company.token)
    expect(Parts).toMatchObject([{ Origin: start + 8500, From: start + 8500, To: start + 12_000 }])
    const { complaints, pictures } = await ffprobe(await camera.bytesOf(Parts[0]?.Url ?? ''))
    expect(complaints).toBe('')
    // 25 a second; ffmpeg moves the first one to the beginning.
    expect(pictures.map((s) => Math.round(s * 1000))).toEqual(Array.from({ length: 87 }, (_, i) => i * 40))
  })

  it('gives the clip of an alarm, from a little before it, beside its pictures', async () => {
    for (const file of [0, 1]) await camera.record(start + file * FILE_MS)
    const { intake } = app.platform.events
    const { companyId } = company
    const of = { companyId, did, channel: 0, type: 'ring', origin: 'device' } as const
    const [inside, outside] = [
      await intake.begin({ ...of, at: start + 5000 }),
      await intake.begin({ ...of, at: 0 }),
    ]
    const mediaOf = async (Eid: string | undefined) =>
      (await app.ask(getDeviceMultiMedia, { DID: did, Eid }, company.token)).List
    const [clip] = await mediaOf(inside?.eventId)
    expect(clip).toMatchObject({ Kind: 'clip', Time: start + 3000, EndTime: start + 13_000, channelNum: 0 })
    const { complaints, pictures } = await ffprobe(await camera.bytesOf(clip?.Url ?? ''))
    expect([complaints, pictures.length]).toEqual(['', 250])
    expect(await mediaOf(outside?.eventId)).toEqual([])
  })

  it('leaves what is not recorded out of a file, and says when that was', async () => {
    for (const at of [start, start + 30_000]) await camera.record(at)
    const body = { DID: did, From: start + 8000, To: start + 32_000, Form: 'file' as const }
    const { Parts } = await app.ask(replayUrl, body, company.token)
    expect(Parts).toMatchObject([{ Gaps: [start + FILE_MS, start + 30_000] }])
    const { complaints, pictures } = await ffprobe(await camera.bytesOf(Parts[0]?.Url ?? ''))
    expect(complaints).toBe('')
    expect(pictures.map((s) => Math.round(s * 1000))).toEqual(Array.from({ length: 100 }, (_, i) => i * 40))
  })

  it('sends key frames alone, fast and backwards', async () => {
    for (const file of [0, 1]) await camera.record(start + file * FILE_MS)
    const forward = await camera.bytesOf(
      await camera.urlOf(start, start + 20_000, { Form: 'keys', Speed: 8 }),
    )
    expect(decodeTimesIn(forward)).toEqual(
      Array.from({ length: 20 }, (_, i) => Math.round((i * 1000 * TICKS) / 8)),
    )
    expect(samplesIn(forward)).toBe(20)
    const backward = await app.fetch(await camera.urlOf(start, start + 20_000, { Form: 'keys', Speed: -4 }))
    expect(Number(backward.headers.get('x-vedette-origin'))).toBe(start + 19_000)
    const times = decodeTimesIn(Buffer.from(await backward.arrayBuffer()))
    expect(times).toEqual(Array.from({ length: 20 }, (_, i) => i * 250 * TICKS))
  })

  it('is one part for each format, and each part plays by itself', async () => {
    const wide = { ...footageFormat('plain'), width: 320 }
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    await camera.record(start)
    await recordFile(app, stream, start + FILE_MS, FILE_MS / 1000, wide)
    const body = { DID: did, From: start + 4000, To: start + 15_000 }
    for (const Form of ['play', 'file'] as const) {
      const { Parts } = await app.ask(replayUrl, { ...body, Form }, company.token)
      expect(Parts.map(({ From, To }) => [From, To])).toEqual([
        [start + 4000, start + 10_000],
        [start + 10_000, start + 15_000],
      ])
      const played = await Promise.all(Parts.map(async ({ Url }) => ffprobe(await camera.bytesOf(Url))))
      expect(played.map(({ complaints, pictures }) => [complaints, pictures.length])).toEqual([
        ['', 150],
        ['', 125],
      ])
    }
    const { Parts } = await app.ask(replayUrl, { ...body, Form: 'keys', Speed: -8 }, company.token)
    expect(Parts.map(({ From }) => From)).toEqual([start + 10_000, start + 4000])
  })

  it('shows a key frame as a picture, as JPEG or PNG, and says where none can be decoded', async () => {
    await camera.record(start)
    const ask = async (Format: 'jpeg' | 'png', second = 3) => {
      const body = { DID: did, At: start + second * 1000 + 700, Format }
      const { Url, At } = await app.ask(recordPictureUrl, body, company.token)
      expect(At).toBe(start + second * 1000)
      return app.fetch(Url)
    }
    for (const [Format, magic] of [
      ['jpeg', 'ffd8ff'],
      ['png', '89504e47'],
    ] as const) {
      const response = await ask(Format)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${Format}`])
      expect(Buffer.from(await response.arrayBuffer()).toString('hex', 0, magic.length / 2)).toBe(magic)
    }
    decoder = 'no-such-decoder'
    // What was made for somebody is at hand for the next one.
    expect((await ask('png')).status).toBe(200)
    const response = await ask('png', 5)
    expect(response.status).toBe(501)
    expect(await response.json()).toMatchObject({
      CODE: CODES.unavailable.code,
      BODY: { Reason: 'no-such-decoder is not installed' },
    })
  })

  it('reaches into the file that is being written', async () => {
    await camera.record(start)
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const { segment, bytes } = segmentBytes(stream, start + 10_000, FILE_MS / 1000)
    const path = join(app.archiveFolder, segment.path)
    await writeFile(path, bytes)
    const reading = await readSegment(path)
    if (reading.kind === 'unreadable') throw new Error(reading.fault)
    const { intake } = app.platform.recording
    intake.grown(segment, start + 12_000, reading.row.gops.slice(0, 2))
    await intake.settled()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start, start + 12_000])
    expect(decodeTimesIn(await camera.bytesOf(await camera.urlOf(start, start + DAY_MS)))).toHaveLength(12)
    await intake.finished(reading.row)
    expect(decodeTimesIn(await camera.bytesOf(await camera.urlOf(start, start + DAY_MS)))).toHaveLength(20)
  })

  it('never changes before its end while a gap is being filled', async () => {
    await camera.record(start)
    await camera.record(start + 30_000)
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const { segment, bytes } = segmentBytes(stream, start + 10_000, FILE_MS / 1000)
    await writeFile(join(app.archiveFolder, segment.path), bytes)
    const reading = await readSegment(join(app.archiveFolder, segment.path))
    if (reading.kind === 'unreadable') throw new Error(reading.fault)
    const layoutOf = async (url: string) => (await app.fetch(url)).headers.get('x-vedette-layout')
    const before = await camera.urlOf(start, start + DAY_MS)
    const layout = await layoutOf(before)
    expect(await layoutOf(before)).toBe(layout)
    const length = (await camera.bytesOf(before)).length

    const { intake } = app.platform.recording
    intake.grown(segment, start + 12_000, reading.row.gops.slice(0, 2))
    await intake.settled()
    // What was begun before is told that bytes came into its middle.
    const beyond = await app.fetch(before, { headers: { range: `bytes=${length - 1}-` } })
    expect([beyond.status, beyond.headers.get('x-vedette-layout')]).toEqual([416, await layoutOf(before)])
    expect(await layoutOf(before)).not.toBe(layout)
    const range = { DID: did, From: start, To: start + DAY_MS }
    const { Parts } = await app.ask(replayUrl, range, company.token)
    expect(Parts.map(({ From, To }) => [From - start, To - start])).toEqual([
      [0, 12_000],
      [30_000, 40_000],
    ])
    const [filled = '', after = ''] = Parts.map(({ Url }) => Url)
    const [first, second] = [await camera.bytesOf(filled), await camera.bytesOf(after)]
    const layouts = [await layoutOf(filled), await layoutOf(after)]
    intake.grown(segment, start + 15_000, reading.row.gops.slice(2, 5))
    await intake.finished(reading.row)
    expect(await camera.bytesOf(filled)).toEqual(first)
    expect(await camera.bytesOf(after)).toEqual(second)
    expect([await layoutOf(filled), await layoutOf(after)]).toEqual(layouts)
    expect((await app.ask(replayUrl, range, company.token)).Parts).toHaveLength(1)
  })

  it('plays past ten minutes of a file whose camera sent no key frame that could have ended it', async () => {
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' } as const
    await recordFile(app, stream, start, 700)
    const { Parts } = await app.ask(
      replayUrl,
      { DID: did, From: start + 650_000, To: start + 660_000 },
      company.token,
    )
    expect(Parts).toHaveLength(1)
    const bytes = await camera.bytesOf(Parts[0]?.Url ?? '')
    expect(bytes.length).toBeGreaterThan(1000)
  })

  it('shows the minute that is being recorded, and nothing of a file that is deleted, after files that ended close together', async () => {
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const begun = async (startMs: number) => {
      const { segment, bytes } = segmentBytes(stream, startMs, FILE_MS / 1000)
      await writeFile(join(app.archiveFolder, segment.path), bytes)
      const reading = await readSegment(join(app.archiveFolder, segment.path))
      if (reading.kind === 'unreadable') throw new Error(reading.fault)
      return { segment, row: reading.row }
    }
    const before = await camera.record(start)
    const [first, next] = [await begun(start + 10_000), await begun(start + 20_000)]
    const { intake, retention } = app.platform.recording
    intake.grown(first.segment, start + 12_000, first.row.gops.slice(0, 2))
    // Another file is on its way into the index while the last of this one is told.
    const stored = [intake.finished(before)]
    intake.grown(first.segment, first.row.endMs, first.row.gops.slice(1))
    stored.push(intake.finished(first.row))
    intake.grown(next.segment, start + 23_000, next.row.gops.slice(0, 3))
    await Promise.all(stored)
    await intake.settled()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start, start + 23_000])
    expect(decodeTimesIn(await camera.bytesOf(await camera.urlOf(start, start + DAY_MS)))).toHaveLength(23)

    const Policy = { Main: 'continuous' as const, Sub: 'off' as const, Days: 1, MaxBytes: 0 }
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
    app.clock.leap(DAY_MS + 60_000)
    company.token = await app.tokenOf(company.code, 'boss')
    await retention.sweep()
    // What is told of it now comes too late to bring it back.
    intake.grown(first.segment, first.row.endMs, first.row.gops)
    await intake.settled()
    expect(await camera.timeline(start, start + DAY_MS)).toEqual([start + 20_000, start + 23_000])
  })

  it('draws a timeline as coarse as it is asked for', async () => {
    for (const at of [0, 10_000, 25_000]) await camera.record(start + at)
    expect(await camera.timeline(start + 2000, start + 60_000)).toEqual([
      start + 2000,
      start + 20_000,
      start + 25_000,
      start + 35_000,
    ])
    expect(await camera.timeline(start, start + 60_000, 6000)).toEqual([start, start + 35_000])
    expect(await camera.timeline(start + DAY_MS, start + 2 * DAY_MS)).toEqual([])
    expect(
      (await app.send(replayUrl, { DID: did, From: start - 20, To: start - 10 }, company.token)).CODE,
    ).toBe(CODES.noRecording.code)
  })

  it('counts a file once that is told twice', async () => {
    const row = await camera.record(start)
    await app.platform.recording.intake.finished(row)
    const usage = await app.ask(recordUsage, {}, company.token)
    expect(usage.List.find((it) => it.DID === did)).toMatchObject({
      Files: 1,
      Bytes: row.bytes,
      From: start,
      To: start + 10_000,
    })
  })

  describe('what is recorded', () => {
    it('is told to the shards, with what is recorded already, and anew when it changes', async () => {
      const row = await camera.record(start)
      const order = () => [...app.shards.orders.values()].find((it) => it.did === did)
      await app.video.recordDispatch.refresh(company.companyId)
      expect(order()).toMatchObject({ isOn: true, quality: 'main', recorded: [[start, row.endMs]] })
      const Policy = { Main: 'off' as const, Sub: 'off' as const, Days: 1, MaxBytes: 0 }
      await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
      expect(order()).toMatchObject({ isOn: false })
    })

    it('is decided by the device, else by the nearest region above it, else by the platform', async () => {
      const gid = await app.region(company)
      const below = await app.region(company, gid)
      const camera = await app.device(company, below)
      const inForce = () => app.ask(recordPolicy, { DID: camera }, company.token)
      expect(await inForce()).toEqual({
        Policy: { Main: 'continuous', Sub: 'continuous', Days: 30, MaxBytes: 0, ...ON_ALARM },
        From: 'platform',
        GID: '',
      })
      const policy = { Main: 'off' as const, Sub: 'continuous' as const, Days: 7, MaxBytes: 0, ...ON_ALARM }
      await app.ask(setRegionRecordPolicy, { GID: gid, Policy: policy }, company.token)
      expect(await inForce()).toEqual({ Policy: policy, From: 'region', GID: gid })
      expect(await app.ask(regionRecordPolicy, { GID: below }, company.token)).toEqual(await inForce())
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

/** Decode times of the first track of each fragment, ticks. */
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
