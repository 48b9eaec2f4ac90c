/**
 * What the keeping of a large archive costs once each day brings as much as another takes away: the main thread's share of a core and
 * the whole process's, beside GNU `find -delete` on as many files. Time is moved by hand; the files are there, and empty.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { recordPolicy, setRecordPolicy } from '@vedette/contract/calls/record'
import { segmentPath, type SegmentRow } from '@vedette/media/record/segment-row'

import { segmentStore, type ToldSegment } from '../../../server/src/modules/record/segment-store.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { recordFile } from '../../../server/src/testing/record-file.ts'
import { flag } from '../../src/flags.ts'

const CAMERAS = flag('cameras', 4000)
/** Simulated minutes; each camera has one file for each, which goes when it is a day old. */
const MINUTES = flag('minutes', 20)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SWEEP_MS = 30_000
const BATCH = 200

/** `--cameras N`, `--minutes N`. */
async function benchRetention(): Promise<void> {
  const app = await startTestApp()
  const copies = await mkdtemp(join(tmpdir(), 'vedette-bench-retention-'))
  try {
    const company = await app.company()
    const fromMs = app.clock.now() - DAY_MS
    const dids = await cameras(app, company)
    const files = await fill(app, company, dids, fromMs)
    const own = await measureSweeps(app)
    const left = await filesLeft(app)
    const found = await measureFind(copies, files)
    const gone = files - left
    console.log(`\n${CAMERAS} cameras, ${MINUTES} minutes: ${gone} of ${files} files went`)
    console.table([
      { what: 'main thread, % of a core', value: percent(own.mainMs) },
      { what: 'whole process, % of a core', value: percent(own.processMs) },
      { what: 'whole process, µs of CPU a file', value: Math.round((own.processMs * 1000) / gone) },
      { what: 'longest sweep, ms', value: Math.round(own.longestMs) },
      { what: 'find -delete, µs of CPU a file', value: Math.round((found.cpuMs * 1000) / files) },
    ])
  } finally {
    await app.close()
    await rm(copies, { recursive: true, force: true })
  }
}

const percent = (ms: number): string => ((ms / (MINUTES * MINUTE_MS)) * 100).toFixed(2)

/** Cameras that keep a day. */
async function cameras(app: TestApp, company: TestCompany): Promise<string[]> {
  const dids: string[] = []
  while (dids.length < CAMERAS) {
    dids.push(await app.device(company))
    if (dids.length % 500 === 0) process.stderr.write(`\r${dids.length} of ${CAMERAS} cameras `)
  }
  const { Policy } = await app.ask(recordPolicy, { DID: dids[0] ?? '' }, company.token)
  for (let at = 0; at < CAMERAS; at += 1000) {
    const body = { DIDs: dids.slice(at, at + 1000), Policy: { ...Policy, Days: 1 } }
    await app.ask(setRecordPolicy, body, company.token)
  }
  return dids
}

async function fill(
  app: TestApp,
  { companyId: company }: TestCompany,
  dids: readonly string[],
  fromMs: number,
): Promise<number> {
  const store = segmentStore(app.index)
  const stream = { company, did: dids[0] ?? '', channel: 0, quality: 'main' as const }
  const like = await recordFile(app, stream, app.clock.now(), 2)
  const [stored] = await store.between(company, stream, like.startMs, like.endMs)
  const hash = stored?.init_hash ?? ''
  const init = { hash, bytes: (await store.init(hash)) ?? Buffer.alloc(0) }
  let count = 0
  for (let minute = 0; minute < MINUTES; minute++) {
    const startMs = fromMs + minute * MINUTE_MS
    for (let at = 0; at < dids.length; at += BATCH) {
      const told: ToldSegment[] = []
      for (const did of dids.slice(at, at + BATCH)) {
        const row = rowOf({ ...like, did }, startMs)
        const path = join(app.archiveFolder, row.path)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, '')
        told.push({ row, init, recordedAt: row.endMs })
      }
      await store.add(told)
      count += told.length
    }
    process.stderr.write(`\r${minute + 1} of ${MINUTES} minutes `)
  }
  return count
}

function rowOf(like: SegmentRow, startMs: number): SegmentRow {
  const id = `${startMs}-${randomBytes(6).toString('hex')}`
  const endMs = startMs + MINUTE_MS
  const hash = randomBytes(32).toString('hex')
  const gops = Array.from({ length: 30 }, (_, at) => ({
    offset: at * 750_000,
    bytes: 750_000,
    startMs: startMs + at * 2000,
    durationMs: 2000,
    frames: 50,
  }))
  return { ...like, id, path: segmentPath(like, id, startMs), startMs, endMs, bytes: 22_500_000, gops, hash }
}

async function measureSweeps(
  app: TestApp,
): Promise<{ mainMs: number; processMs: number; longestMs: number }> {
  const { retention } = app.platform.recording
  await retention.sweep()
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()]
  let longestMs = 0
  // The last ones go ten minutes after their time, together with others.
  for (let at = 0; at < MINUTES * MINUTE_MS; at += SWEEP_MS) {
    const startedAt = performance.now()
    app.clock.advance(SWEEP_MS)
    await retention.sweep()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return {
    mainMs: totalMs(process.threadCpuUsage(thread)),
    processMs: totalMs(process.cpuUsage(whole)),
    longestMs,
  }
}

const totalMs = ({ user, system }: { user: number; system: number }): number => (user + system) / 1000

async function filesLeft(app: TestApp): Promise<number> {
  const counted = app.index.db.selectFrom('segment').select(({ fn }) => fn.countAll<number>().as('count'))
  const [row] = await app.index.read(counted)
  // The one that the others are like stays.
  return Number(row?.count ?? 0) - 1
}

async function measureFind(folder: string, files: number): Promise<{ cpuMs: number }> {
  for (let at = 0; at < files; at++) {
    const path = join(folder, `${at % CAMERAS}`)
    if (at < CAMERAS) await mkdir(path)
    await writeFile(join(path, `${at}.mp4`), '')
  }
  const find = spawn('bash', ['-c', 'times; find "$1" -name "*.mp4" -delete; times', 'bash', folder])
  let said = ''
  find.stdout.on('data', (data: Buffer) => (said += data.toString()))
  await once(find, 'close')
  const seconds = [...said.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
  // Each `times` tells the shell's own time, then its children's.
  return { cpuMs: ((seconds[6] ?? 0) + (seconds[7] ?? 0)) * 1000 }
}

await benchRetention()
