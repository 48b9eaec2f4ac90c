import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import {
  addExport,
  type ExportItem,
  exportUrl,
  MAX_EXPORTS,
  recordExports,
  removeExport,
} from '@vedette/contract/calls/export'
import { CODES } from '@vedette/contract/codes'
import { readSegment } from '@vedette/media/record/segment-file'
import { ffprobe } from '@vedette/media/testing/ffprobe'
import { segmentBytes } from '@vedette/media/testing/segment-bytes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../../testing/app.ts'
import { FILE_MS, type RecordedCamera, recordedCamera } from '../../../testing/recorded-camera.ts'
import { engines } from '../../../testing/storage.ts'
import { isAt } from '../segment-columns.ts'

const DOCS = join(import.meta.dirname, '../../../../../docs/recordings.md')
const PATIENCE = { timeout: 60_000 }

describe.each(engines)('exports on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let camera: RecordedCamera
  let did: string
  let start: number
  let scratch: string
  let onePageBytes: number

  beforeAll(async () => {
    app = await startTestApp({ engine, overrides: { recording: { onePageBytes: () => onePageBytes } } })
    scratch = await mkdtemp(join(tmpdir(), 'vedette-exports-'))
  })
  afterAll(async () => {
    await app.close()
    await rm(scratch, { recursive: true, force: true })
  })
  beforeEach(async () => {
    onePageBytes = 2 ** 26
    camera = await recordedCamera(app)
    ;({ company, did, start } = camera)
  })

  async function exported(from: number, to: number, more = {}, token = company.token): Promise<ExportItem> {
    const body = { Cameras: [{ DID: did }], From: from, To: to, ...more }
    const { ExportID } = await app.ask(addExport, body, token)
    const own = async () =>
      (await app.ask(recordExports, {}, token)).List.find((it) => it.ExportID === ExportID)
    await expect.poll(async () => (await own())?.State, PATIENCE).not.toBe('running')
    const item = await own()
    if (!item) throw new Error('the export is not in the list')
    return item
  }
  async function fetched({ ExportID }: ExportItem, token = company.token): Promise<Buffer> {
    const { Url } = await app.ask(exportUrl, { ExportID, Part: 0 }, token)
    return camera.bytesOf(Url)
  }

  it('are films in which gaps cost no time, with name and time as text', async () => {
    for (const at of [0, 30_000]) await camera.record(start + at)
    const item = await exported(start + 8500, start + 32_000)
    expect(item).toMatchObject({
      State: 'done',
      Reason: '',
      Parts: [{ From: start + 8500, To: start + 32_000 }],
    })
    expect(item.Parts[0]?.Gaps).toEqual([start + FILE_MS, start + 30_000])
    const film = await fetched(item)
    expect(film.length).toBe(item.Parts[0]?.Bytes)
    const { complaints, pictures } = await ffprobe(film)
    expect(complaints).toBe('')
    // A second and a half before the gap and two behind it, as if there were none.
    expect(pictures.map((s) => Math.round(s * 1000))).toEqual(Array.from({ length: 87 }, (_, i) => i * 40))
    const path = join(scratch, 'film.mp4')
    await writeFile(path, film)
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s', '-f', 'srt', '-'])
    expect(stdout.toString().match(/UTC/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('say what was not recorded then but came from the device later', async () => {
    await camera.record(start)
    const { path } = await camera.record(start + FILE_MS)
    const filledAt = start + 3_600_000
    await app.index.write([
      app.index.db
        .updateTable('segment')
        .set({ filled_at: filledAt })
        .where((it) => isAt(it, path)),
    ])
    const item = await exported(start + 8000, start + FILE_MS + 3000)
    expect(item.Parts[0]).toMatchObject({ Gaps: [], Filled: [start + FILE_MS, start + FILE_MS + 3000] })
    const film = join(scratch, 'filled.mp4')
    await writeFile(film, await fetched(item))
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', film, '-map', '0:s', '-f', 'srt', '-'])
    const lines = stdout.toString().match(/^.*UTC.*$/gm) ?? []
    const told = lines.map((line) => line.includes('(filled on '))
    expect(told.slice(0, 2)).toEqual([false, false])
    expect(told.slice(-3)).toEqual([true, true, true])
    const evidence = await exported(start + 8000, start + FILE_MS + 3000, { Kind: 'evidence' })
    expect(evidence.Parts[0]?.Filled).toEqual([start + FILE_MS, start + FILE_MS + 3000])
  })

  it('are of who asked for them, for a week', async () => {
    await camera.record(start)
    const item = await exported(start, start + 5000)
    const colleague = await app.account(company, { replay: [] })
    const { ExportID } = item
    for (const call of [exportUrl, removeExport] as const) {
      const { CODE } = await app.send(call, { ExportID, Part: 0 }, colleague.token)
      expect(CODE).toBe(CODES.noDataAuthority.code)
    }
    expect((await app.ask(recordExports, {}, colleague.token)).List).toEqual([])
    app.clock.advance(8 * 86_400_000)
    const renewed = await app.account(company, { replay: [] })
    await expect
      .poll(async () => {
        app.clock.advance(600_000)
        const rows = app.platform.storage.db.selectFrom('record_export').where('id', '=', ExportID)
        return (await app.platform.storage.read(rows.select('id'))).length
      }, PATIENCE)
      .toBe(0)
    expect((await app.ask(recordExports, {}, renewed.token)).List).toEqual([])
  })

  it('need the right to each camera again when they are fetched', async () => {
    await camera.record(start)
    const other = await app.device(company)
    await camera.record(start, other)
    const gid = await app.region(company)
    const guard = await app.account(company, { replay: [] }, [company.rootGid])
    const item = await exported(start, start + 5000, { Cameras: [{ DID: did }, { DID: other }] }, guard.token)
    expect(item.Parts).toHaveLength(2)
    const { Url } = await app.ask(exportUrl, { ExportID: item.ExportID, Part: 0 }, guard.token)
    expect((await app.fetch(Url)).status).toBe(200)
    expect((await app.fetch(Url.replace(`did1=${other}`, `did1=${did}`))).status).toBe(401)
    await app.platform.companies.setRights(company.companyId, guard.roleId, { realTimeVideo: [] })
    expect((await app.fetch(Url)).status).toBe(403)
    expect(gid).not.toBe('')
  })

  it('are refused where nothing is recorded, and end when they are removed', async () => {
    const body = { Cameras: [{ DID: did }], From: start, To: start + 5000 }
    expect((await app.send(addExport, body, company.token)).CODE).toBe(CODES.noRecording.code)
    const day = { ...body, To: start + 86_400_001 }
    expect((await app.send(addExport, day, company.token)).CODE).toBe(CODES.badInput.code)
    await camera.record(start)
    const item = await exported(start, start + 5000)
    await app.ask(removeExport, { ExportID: item.ExportID }, company.token)
    expect((await app.ask(recordExports, {}, company.token)).List).toEqual([])
  })

  it('are as many as an account may have, whatever its colleagues asked for', async () => {
    await camera.record(start)
    const colleague = await app.account(company, { replay: [] })
    const { db } = app.platform.storage
    const failed = Array.from({ length: MAX_EXPORTS }, (_, i) => ({
      company_id: company.companyId,
      id: `FAILED${i}`,
      account_id: colleague.accountId,
      kind: 'mp4' as const,
      cameras: '[]',
      from_ms: start,
      to_ms: start + 1,
      note: '',
      state: 'failed' as const,
      reason: 'noRecording',
      parts: '[]',
      created_at: start,
      expires_at: app.clock.now() + 86_400_000,
    }))
    await app.platform.storage.write([db.insertInto('record_export').values(failed)])
    const body = { Cameras: [{ DID: did }], From: start, To: start + 5000 }
    expect(await app.send(addExport, body, colleague.token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Word: 'exportsFull', Values: { Most: MAX_EXPORTS } },
    })
    expect((await exported(start, start + 5000)).State).toBe('done')
    await app.ask(removeExport, { ExportID: 'FAILED0' }, colleague.token)
    expect((await exported(start, start + 5000, {}, colleague.token)).State).toBe('done')
  })

  it('as evidence are proved by openssl and sha256sum as the docs say, from a page and from a zip', async () => {
    for (const file of [0, 1, 2]) await camera.record(start + file * FILE_MS)
    for (const form of ['page', 'zip']) {
      onePageBytes = form === 'page' ? 2 ** 26 : 1
      const item = await exported(start + 12_000, start + 14_000, { Kind: 'evidence', Note: 'a fall' })
      expect(item).toMatchObject({ State: 'done', Note: 'a fall' })
      const folder = await mkdtemp(join(scratch, 'evidence-'))
      const bytes = await fetched(item)
      await writeFile(join(folder, form === 'page' ? 'evidence.html' : 'evidence.zip'), bytes)
      if (form === 'zip') expect(spawnSync('unzip', ['-q', 'evidence.zip'], { cwd: folder }).status).toBe(0)
      expect(await checkedByDocs(folder)).toMatchObject({ status: 0, said: 'The footage is what was sealed' })

      const altered = join(folder, form === 'page' ? 'evidence.html' : 'parts/file-0.js')
      const text = await readFile(altered, 'utf8')
      const from = form === 'page' ? text.indexOf('id="file-0"') : 0
      const at = text.indexOf('\n', from + 6000) + 3
      const other = text[at] === 'A' ? 'B' : 'A'
      await writeFile(altered, text.slice(0, at) + other + text.slice(at + 1))
      await rm(join(folder, 'checked'), { recursive: true })
      expect(await checkedByDocs(folder)).toMatchObject({ status: 1, said: 'file-0.mp4: FAILED' })
    }
  })

  it('as evidence have the file that is being written ended for them', async () => {
    const { companyId } = company
    const stream = { company: companyId, did, channel: 0, quality: 'main' as const }
    const { segment, bytes } = segmentBytes(stream, start, FILE_MS / 1000)
    const path = join(app.archiveFolder, segment.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    const reading = await readSegment(path)
    if (reading.kind !== 'whole') throw new Error(`a file that is ${reading.kind}`)
    const { intake } = app.platform.recording
    intake.grown(segment, start + 4000, reading.row.gops.slice(0, 4))
    await intake.settled()

    const body = { Cameras: [{ DID: did }], From: start, To: start + 4000, Kind: 'evidence' as const }
    await app.ask(addExport, body, company.token)
    const { number } = app.video.streams.find(companyId, did, 0, 'main') ?? {}
    await expect
      .poll(() => app.shards.endedFiles, PATIENCE)
      .toContainEqual({ stream: number, id: segment.id })
    expect((await app.ask(recordExports, {}, company.token)).List[0]?.State).toBe('running')
    await intake.finished(reading.row)
    const made = async () => {
      app.clock.advance(1000)
      return (await app.ask(recordExports, {}, company.token)).List[0]
    }
    await expect.poll(made, PATIENCE).toMatchObject({ State: 'done', Reason: '' })
  })

  it('as evidence bring the commands along that the docs tell', async () => {
    await camera.record(start)
    const item = await exported(start + 2000, start + 4000, { Kind: 'evidence' })
    const page = (await fetched(item)).toString('utf8')
    const shown = /<pre id="recipe">\n([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? ''
    const commands = shown.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    expect(commands).toMatch(/^set -e/)
    expect(await readFile(DOCS, 'utf8')).toContain(commands)
  })
})

/** Runs the recipe of the docs; what it said last. */
async function checkedByDocs(folder: string): Promise<{ status: number | null; said: string }> {
  const recipe = /```sh\n(set -e[\s\S]*?)```/.exec(await readFile(DOCS, 'utf8'))?.[1] ?? 'false'
  const { status, stdout } = spawnSync('bash', ['-c', recipe], { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout.trim().split('\n').at(-1) ?? '' }
}
