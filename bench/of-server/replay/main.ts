/**
 * An hour of one camera: how soon a moment of it is at hand, as footage and as a picture, and how fast it is exported; ffmpeg does the same
 * with the same files in the same run. What a browser needs to paint is not in it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { addExport, exportUrl, recordExports } from '@vedette/contract/calls/export'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/record'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { recordFile } from '../../../server/src/testing/record-file.ts'
import { flag } from '../../src/flags.ts'
import { pause, quantile } from '../../src/statistics.ts'

const FILES = flag('files', 60)
const TIMES = flag('times', 60)
const FILE_S = 60
const FILE_MS = FILE_S * 1000

interface Measured {
  what: string
  ours: number[]
  peer: number[]
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
    const measured = [
      await measureSeeks({ app, company, did, start, rows }, moments),
      await measurePictures({ app, company, did, start, rows }, moments),
    ]
    console.log(`\n${FILES} minutes of a camera, ${(bytes / 1e6).toFixed(1)} MB; ${TIMES} moments at random`)
    console.table(
      measured.map(({ what, ours, peer }) => ({
        ms: what,
        'ours p50': quantile(ours, 0.5).toFixed(1),
        'ours p95': quantile(ours, 0.95).toFixed(1),
        'ffmpeg p50': quantile(peer, 0.5).toFixed(1),
        'ffmpeg p95': quantile(peer, 0.95).toFixed(1),
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

/** From the question to the last byte of the moment's group of pictures, decoded by the same ffmpeg on both sides. */
async function measureSeeks(footage: Footage, moments: readonly number[]): Promise<Measured> {
  const { app, company, did, start } = footage
  const [ours, peer]: [number[], number[]] = [[], []]
  for (const moment of moments) {
    ours.push(
      await timed(async () => {
        const body = { DID: did, From: start + moment, To: start + moment + 1 }
        const { Parts } = await app.ask(replayUrl, body, company.token)
        const bytes = Buffer.from(await (await app.fetch(Parts[0]?.Url ?? '')).arrayBuffer())
        await ffmpeg(['-i', 'pipe:0', '-frames:v', '1', '-f', 'null', '-'], bytes)
      }),
    )
    const at = String((moment % FILE_MS) / 1000)
    const args = ['-ss', at, '-i', pathAt(footage, moment), '-frames:v', '1', '-f', 'null', '-']
    peer.push(await timed(() => ffmpeg(args)))
  }
  return { what: 'moment → a decoded picture', ours, peer }
}

async function measurePictures(footage: Footage, moments: readonly number[]): Promise<Measured> {
  const { app, company, did, start } = footage
  const [ours, peer]: [number[], number[]] = [[], []]
  for (const moment of moments) {
    ours.push(
      await timed(async () => {
        const { Url } = await app.ask(recordPictureUrl, { DID: did, At: start + moment }, company.token)
        await (await app.fetch(Url)).arrayBuffer()
      }),
    )
    const at = String((moment % FILE_MS) / 1000)
    const place = ['-ss', at, '-noaccurate_seek', '-i', pathAt(footage, moment)]
    peer.push(await timed(() => ffmpeg([...place, '-frames:v', '1', '-f', 'mjpeg', '-'])))
  }
  return { what: 'moment → a JPEG (hover)', ours, peer }
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
