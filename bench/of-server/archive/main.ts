/**
 * An archive of 100,000 files, 16 cameras over 30 days: how fast a seek and a timeline answer over HTTP, what the index weighs, and what
 * it adds to a start. The rows go in through the store's own functions; the files that are read are there.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { recordTimeline } from '@vedette/contract/calls/record'
import { replayUrl } from '@vedette/contract/calls/replay'
import { segmentPath, type SegmentRow } from '@vedette/media/record/segment-row'

import { readConfig } from '../../../server/src/config.ts'
import { segmentStore, type ToldSegment } from '../../../server/src/modules/record/segment-store.ts'
import { startPlatform } from '../../../server/src/platform.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { recordFile } from '../../../server/src/testing/record-file.ts'
import { flag } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'

const FILES = flag('files', 100_000)
const CAMERAS = flag('cameras', 16)
const TIMES = flag('times', 200)
const DAYS = 30
const DAY_MS = 86_400_000
const FILE_S = 60
/** Files with bytes on the disk, per camera. */
const REAL_FILES = 12
/** Rows of one commit, as an intake makes them. */
const BATCH = 200
/** 1080p25 of 3 Mbit/s, a key frame every two seconds. */
const GOP = { durationMs: 2000, frames: 50, bytes: 750_000 }
const SCREEN_PX = 1920
const STARTS = 5

/** `--files N`, `--cameras N`, `--times N`. */
async function benchArchive(): Promise<void> {
  const app = await startTestApp()
  const empty = await mkdtemp(join(tmpdir(), 'vedette-bench-archive-'))
  try {
    const company = await app.company()
    const { dids, real, frames } = await fill(app, company)
    const seeks = await measureSeeks(app, company, real)
    const timelines = await measureTimelines(app, company, dids)
    await app.platform.close()
    const folder = dirname(app.archiveFolder)
    const { size } = await stat(join(folder, 'index.db'))
    const [full, none] = [await measureStarts(folder), await measureStarts(empty)]
    console.log(`\n${FILES} files of ${CAMERAS} cameras over ${DAYS} days`)
    console.table([
      row('seek: asked → first byte, ms', seeks),
      row(`timeline of ${DAYS} days × ${CAMERAS} cameras, ms`, timelines),
      row('start with them, ms', full),
      row('start with an empty index, ms', none),
    ])
    console.log(`index: ${(size / 1e6).toFixed(1)} MB, ${(size / frames).toFixed(2)} bytes a picture`)
  } finally {
    await app.close()
    await rm(empty, { recursive: true })
  }
}

async function fill(app: TestApp, company: TestCompany) {
  const store = segmentStore(app.index)
  const dids: string[] = []
  const real: SegmentRow[] = []
  let frames = 0
  const each = Math.floor(FILES / CAMERAS)
  const fromMs = app.clock.now() - DAYS * DAY_MS
  const stepMs = Math.floor((DAYS * DAY_MS) / each)
  while (dids.length < CAMERAS) {
    const did = await app.device(company)
    dids.push(did)
    const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
    const everyReal = Math.ceil(each / REAL_FILES)
    let told: ToldSegment[] = []
    let last: { row: SegmentRow; init: ToldSegment['init'] } | undefined
    for (let i = 0; i < each; i++) {
      const startMs = fromMs + i * stepMs
      if (i % everyReal === 0 || !last) {
        const row = await recordFile(app, stream, startMs, FILE_S)
        const [stored] = await store.between(company.companyId, stream, startMs, row.endMs)
        const hash = stored?.init_hash ?? ''
        last = { row, init: { hash, bytes: (await store.init(hash)) ?? Buffer.alloc(0) } }
        real.push(row)
        frames += row.gops.reduce((sum, gop) => sum + gop.frames, 0)
        continue
      }
      const row = likeOne(last.row, startMs)
      frames += (FILE_S * 1000 * GOP.frames) / GOP.durationMs
      told.push({ row, init: last.init, recordedAt: row.endMs })
      if (told.length < BATCH) continue
      await store.add(told)
      told = []
    }
    await store.add(told)
    process.stderr.write(`\r${dids.length} of ${CAMERAS} cameras `)
  }
  return { dids, real, frames }
}

/** A row as a recorder would tell it of a file that nobody reads here. */
function likeOne(like: SegmentRow, startMs: number): SegmentRow {
  const id = `${startMs}-${randomBytes(6).toString('hex')}`
  const gops: SegmentRow['gops'] = []
  let offset = like.gops[0]?.offset ?? 0
  for (let atMs = 0; atMs < FILE_S * 1000; atMs += GOP.durationMs) {
    // No two pictures have the same size: one number of each GOP is not to be packed away.
    const bytes = Math.round(GOP.bytes * (0.7 + 0.6 * Math.random()))
    gops.push({ offset, bytes, startMs: startMs + atMs, durationMs: GOP.durationMs, frames: GOP.frames })
    offset += bytes
  }
  return {
    ...like,
    id,
    path: segmentPath(like, id, startMs),
    startMs,
    endMs: startMs + FILE_S * 1000,
    bytes: offset,
    gops,
    hash: randomBytes(32).toString('hex'),
  }
}

async function measureSeeks(app: TestApp, company: TestCompany, real: SegmentRow[]): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const file = real[Math.floor(Math.random() * real.length)]
    if (!file) throw new Error('no file to seek in')
    const From = file.startMs + Math.floor(Math.random() * (FILE_S - 10)) * 1000
    const startedAt = performance.now()
    const { Parts } = await app.ask(
      replayUrl,
      { DID: file.did, From, To: From + FILE_S * 1000 },
      company.token,
    )
    const response = await app.fetch(Parts[0]?.Url ?? '')
    const reader = response.body?.getReader()
    const first = await reader?.read()
    measured.push(performance.now() - startedAt)
    if (!response.ok || !first?.value) throw new Error(`a seek was answered ${response.status}`)
    await reader?.cancel()
  }
  return measured
}

async function measureTimelines(app: TestApp, company: TestCompany, dids: string[]): Promise<number[]> {
  const measured: number[] = []
  const To = app.clock.now()
  for (let i = 0; i < TIMES; i++) {
    const startedAt = performance.now()
    const { List } = await app.ask(
      recordTimeline,
      {
        Streams: dids.map((DID) => ({ DID })),
        From: To - DAYS * DAY_MS,
        To,
        Step: Math.round((DAYS * DAY_MS) / SCREEN_PX),
      },
      company.token,
    )
    measured.push(performance.now() - startedAt)
    if (List.some(({ Spans }) => Spans.length === 0)) throw new Error('a camera without recordings')
  }
  return measured
}

/** Starts of the whole platform, shards included, in a process that has already loaded the code. */
async function measureStarts(dataFolder: string): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i <= STARTS; i++) {
    const startedAt = performance.now()
    const platform = await startPlatform(
      { ...readConfig({}), port: 0, mqttPort: 0, dataFolder },
      { logTo: { write: () => {} } },
    )
    // The first one founds a company.
    if (i > 0) measured.push(performance.now() - startedAt)
    await platform.close()
  }
  return measured
}

function row(what: string, values: readonly number[]) {
  return {
    what,
    p50: quantile(values, 0.5).toFixed(1),
    p95: quantile(values, 0.95).toFixed(1),
    worst: Math.max(...values).toFixed(1),
  }
}

await benchArchive()
