/**
 * An hour of one camera: how soon a moment of it is at hand, as footage and as a picture, and how fast it is exported; ffmpeg and the
 * playback server of MediaMTX do the same with the same files in the same run. What a browser needs to paint is not in it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { addExport, exportUrl, recordExports } from '@vedette/contract/calls/export'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/replay'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { recordFile } from '../../../server/src/testing/record-file.ts'
import { flag } from '../../src/flags.ts'
import { pause, quantile } from '../../src/statistics.ts'
import { type MediaMtx, startMediaMtx } from './mediamtx.ts'

const FILES = flag('files', 60)
const TIMES = flag('times', 60)
const FILE_S = 60
const FILE_MS = FILE_S * 1000

interface Measured {
  what: string
  ours: number[]
  ffmpeg: number[]
  mediaMtx: number[]
}

/** `--files N` of a minute each, `--times N`. */
async function benchReplay(): Promise<void> {
  const app = await startTestApp()
  try {
    const company = await app.company()
    const did = await app.device(company)
    const start = app.clock.now()
    const rows: SegmentRow[] = []
    for (let i = 0; i < FILES; i++) {
      const stream = { company: company.companyId, did, channel: 0, quality: 'main' as const }
      rows.push(await recordFile(app, stream, start + i * FILE_MS, FILE_S))
    }
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    const moments = Array.from({ length: TIMES }, () => Math.floor(Math.random() * (FILES * FILE_MS - 2000)))
    const files = rows.map(({ path, startMs }) => ({ path: join(app.archiveFolder, path), startMs }))
    const mediaMtx = await startMediaMtx(files)
    const measured = [
      await measureFetches({ app, company, did, start, rows }, moments, mediaMtx),
      await measureSeeks({ app, company, did, start, rows }, moments, mediaMtx),
      await measurePictures({ app, company, did, start, rows }, moments),
    ]
    await mediaMtx?.stop()
    console.log(`\n${FILES} minutes of a camera, ${(bytes / 1e6).toFixed(1)} MB; ${TIMES} moments at random`)
    console.table(
      measured.map(({ what, ...times }) => ({
        ms: what,
        'ours p50': told(times.ours, 0.5),
        'ours p95': told(times.ours, 0.95),
        'MediaMTX p50': told(times.mediaMtx, 0.5),
        'MediaMTX p95': told(times.mediaMtx, 0.95),
        'ffmpeg p50': told(times.ffmpeg, 0.5),
        'ffmpeg p95': told(times.ffmpeg, 0.95),
      })),
    )
    const [ours, peer] = await measureExport({ app, company, did, start, rows })
    const factor = (seconds: number): string =>
      `${seconds.toFixed(2)} s, ${Math.round((FILES * FILE_S) / seconds)}×`
    console.log(`export of all of it, and how many times as fast as it was recorded`)
    console.table([{ ours: factor(ours), 'ffmpeg -f concat -c copy': factor(peer) }])
  } finally {
    await app.close()
  }
}

interface Footage {
  app: TestApp
  company: TestCompany
  did: string
  start: number
  rows: readonly SegmentRow[]
}

const pathAt = ({ app, rows }: Footage, moment: number): string =>
  join(app.archiveFolder, rows[Math.floor(moment / FILE_MS)]?.path ?? '')

const told = (times: readonly number[], part: number): string =>
  times.length === 0 ? '' : quantile(times, part).toFixed(1)

async function footageAt({ app, company, did, start }: Footage, moment: number): Promise<Buffer> {
  const body = { DID: did, From: start + moment, To: start + moment + 1 }
  const { Parts } = await app.ask(replayUrl, body, company.token)
  return Buffer.from(await (await app.fetch(Parts[0]?.Url ?? '')).arrayBuffer())
}

/** MediaMTX has nothing of a time in which no picture begins; it sends from the key frame before as well. */
async function fetchedFrom(mediaMtx: MediaMtx, { start }: Footage, moment: number): Promise<Buffer> {
  const response = await fetch(mediaMtx.addressOf(start + moment, 0.1))
  if (!response.ok) throw new Error(`MediaMTX answered ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Measures from the question to the last byte of the moment's group of pictures; nothing is decoded. */
async function measureFetches(
  footage: Footage,
  moments: readonly number[],
  mediaMtx: MediaMtx | undefined,
): Promise<Measured> {
  const measured: Measured = { what: 'moment → its footage', ours: [], ffmpeg: [], mediaMtx: [] }
  for (const moment of moments) {
    measured.ours.push(await timed(() => footageAt(footage, moment)))
    if (mediaMtx) measured.mediaMtx.push(await timed(() => fetchedFrom(mediaMtx, footage, moment)))
  }
  return measured
}

/** Measures the same, decoded by the same ffmpeg on all sides. */
async function measureSeeks(
  footage: Footage,
  moments: readonly number[],
  mediaMtx: MediaMtx | undefined,
): Promise<Measured> {
  const measured: Measured = { what: 'moment → a decoded picture', ours: [], ffmpeg: [], mediaMtx: [] }
  const fromPipe = ['-i', 'pipe:0', '-frames:v', '1', '-f', 'null', '-']
  for (const moment of moments) {
    measured.ours.push(await timed(async () => ffmpeg(fromPipe, await footageAt(footage, moment))))
    if (mediaMtx)
      measured.mediaMtx.push(
        await timed(async () => ffmpeg(fromPipe, await fetchedFrom(mediaMtx, footage, moment))),
      )
    const at = String((moment % FILE_MS) / 1000)
    const args = ['-ss', at, '-i', pathAt(footage, moment), '-frames:v', '1', '-f', 'null', '-']
    measured.ffmpeg.push(await timed(() => ffmpeg(args)))
  }
  return measured
}

async function measurePictures(footage: Footage, moments: readonly number[]): Promise<Measured> {
  const { app, company, did, start } = footage
  const measured: Measured = { what: 'moment → a JPEG (hover)', ours: [], ffmpeg: [], mediaMtx: [] }
  for (const moment of moments) {
    measured.ours.push(
      await timed(async () => {
        const { Url } = await app.ask(recordPictureUrl, { DID: did, At: start + moment }, company.token)
        await (await app.fetch(Url)).arrayBuffer()
      }),
    )
    const at = String((moment % FILE_MS) / 1000)
    const place = ['-ss', at, '-noaccurate_seek', '-i', pathAt(footage, moment)]
    measured.ffmpeg.push(await timed(() => ffmpeg([...place, '-frames:v', '1', '-f', 'mjpeg', '-'])))
  }
  return measured
}

/** Seconds until the films are there, and until ffmpeg has put the same files one behind the other. */
async function measureExport({ app, company, did, start, rows }: Footage): Promise<[number, number]> {
  const ours = await timed(async () => {
    const range = { From: start, To: start + FILES * FILE_MS }
    const { ExportID } = await app.ask(addExport, { Cameras: [{ DID: did }], ...range }, company.token)
    for (;;) {
      const { List } = await app.ask(recordExports, {}, company.token)
      const item = List.find((it) => it.ExportID === ExportID)
      if (item?.State === 'failed') throw new Error(`the export failed: ${item.Reason}`)
      if (item?.State === 'done') break
      await pause(0.01)
    }
    const { Url } = await app.ask(exportUrl, { ExportID, Part: 0 }, company.token)
    await (await app.fetch(Url)).arrayBuffer()
  })
  const folder = dirname(app.archiveFolder)
  const list = join(folder, 'list.txt')
  await writeFile(list, rows.map(({ path }) => `file '${join(app.archiveFolder, path)}'\n`).join(''))
  const out = join(folder, 'peer.mp4')
  const peer = await timed(() => ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', '-y', out]))
  return [ours / 1000, peer / 1000]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function ffmpeg(args: readonly string[], input?: Buffer): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {
    // One picture is enough for it.
  })
  child.stdin.end(input)
  child.stdout.resume()
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`ffmpeg ended with ${child.exitCode}`)
}

await benchReplay()
