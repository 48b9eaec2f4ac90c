import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SegmentRow } from '@vedette/media/record/segment-row'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Query } from '../../engines/storage/storage.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { sealKeyOf } from '../../testing/seal-key.ts'
import { engines } from '../../testing/storage.ts'
import { packGops } from './packed-gops.ts'
import { rebuildIndex } from './rebuild.ts'
import { repairIndex } from './repair-index.ts'
import { isAt, type StoredSegment } from './segment-columns.ts'
import { segmentStore } from './segment-store.ts'
import { verifyArchive } from './verify.ts'

const DAY_MS = 86_400_000

describe.each(engines)('the archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let start: number
  let record: RecordedCamera['record']

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ;({ company, did, start, record } = await recordedCamera(app))
  })

  const verify = async (): Promise<string[]> => {
    const key = await sealKeyOf(app)
    return (await verifyArchive(app.index, app.archiveFolder, key, { nowMs: app.clock.now() })).faults
  }
  const ofHere = async () => (await verify()).filter((fault) => fault.includes(did))

  it('is proved file by file, and names what is wrong', async () => {
    const rows = [await record(start), await record(start + 10_000), await record(start + 20_000)]
    const faults = async () => (await verify()).filter((fault) => fault.includes(did))
    expect(await faults()).toEqual([])
    const [, second, third] = rows.map(({ path }) => join(app.archiveFolder, path))
    const bytes = await readFile(second ?? '')
    const at = bytes.length - 400
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(second ?? '', bytes)
    await rm(third ?? '')
    await writeFile((third ?? '').replace('.mp4', 'x.mp4'), 'none of ours')
    const found = await faults()
    expect(found).toHaveLength(3)
    expect(found.filter((fault) => fault.startsWith(`${rows[1]?.path}: `))).toHaveLength(1)
    expect(found.filter((fault) => fault.startsWith(`${rows[2]?.path}: ENOENT`))).toHaveLength(1)
    expect(found.filter((fault) => fault.endsWith('x.mp4: the index does not know it'))).toHaveLength(1)
  })

  it('is not proved by an index whose fragments or times are others', async () => {
    const { path, gops, startMs } = await record(start)
    const faultAfter = async (change: Partial<Pick<StoredSegment, 'gops' | 'end_ms'>>) => {
      await app.index.write([
        app.index.db
          .updateTable('segment')
          .set(change)
          .where((it) => isAt(it, path)),
      ])
      const faults = await verify()
      return faults.filter((fault) => fault.includes(did))
    }
    const moved = gops.map((gop, i) => ({ ...gop, offset: gop.offset + i }))
    expect(await faultAfter({ gops: packGops(moved, startMs) })).toEqual([
      `${path}: its fragments are not those of the index`,
    ])
    expect(await faultAfter({ gops: packGops(gops, startMs), end_ms: start + 1 })).toEqual([
      `${path}: its times are not those of the index`,
      expect.stringContaining('the timeline of '),
    ])
  })

  it('has the same rows when they are made anew from the files', async () => {
    const told = [await record(start), await record(start + 10_000, did, 'sub'), await record(start + 10_000)]
    const { rows: before } = await rowsOf(told)
    await segmentStore(app.index).remove(
      company.companyId,
      told.map(({ path }) => path),
    )
    expect((await rowsOf(told)).rows).toEqual([])
    await rebuildIndex(app.index, app.archiveFolder, await sealKeyOf(app))
    const { rows: after } = await rowsOf(told)
    expect(after.map(asTold)).toEqual(before.map(asTold))
    expect(after).toHaveLength(3)
  })

  /** What an index may lose or have garbled, each with what is said of it; `repairIndex` makes it good again. */
  const garbled: [
    string,
    (rows: SegmentRow[]) => Query[],
    (rows: SegmentRow[], stream: string) => string[],
  ][] = [
    [
      'ages that are none',
      ([, row]) => [segmentOf(row).set({ recorded_at: 0 })],
      ([, row]) => [`${row?.path}: the time by which it ages is not that of its recording`],
    ],
    [
      'an empty timeline',
      () => [app.index.db.deleteFrom('segment_day').where('did', '=', did)],
      (_, stream) => [expect.stringContaining(`${stream}: the timeline of `)],
    ],
    [
      'a timeline of nonsense',
      () => [
        app.index.db
          .updateTable('segment_day')
          .set({ spans: Buffer.of(255) })
          .where('did', '=', did),
      ],
      (_, stream) => [expect.stringContaining(`${stream}: the timeline of `)],
    ],
    [
      'sums of nothing',
      () => [app.index.db.updateTable('segment_stream').set({ files: 0, bytes: 0 }).where('did', '=', did)],
      (_, stream) => [`${stream}: what it holds in all is not what the index says of it`],
    ],
    [
      'files without a description of their tracks',
      () => [app.index.db.updateTable('segment_init').set({ bytes: Buffer.alloc(0) })],
      (rows) => rows.map(({ path }) => `${path}: the index has not what it begins with`),
    ],
    [
      'fragments that cannot be read',
      ([row]) => [segmentOf(row).set({ gops: Buffer.of(255, 255) })],
      ([row]) => [`${row?.path}: its fragments are not those of the index`],
    ],
    [
      'another file before it in the chain',
      ([, row]) => [segmentOf(row).set({ link_before: 'f'.repeat(64) })],
      ([, row]) => [`${row?.path}: its link to the file before it in the chain is wrong`],
    ],
    [
      'another codec and another count of pictures',
      ([row]) => [segmentOf(row).set({ codecs: 'vp9', frames: 1 })],
      ([row]) => [`${row?.path}: the index says otherwise of it than it does itself: frames, codecs`],
    ],
  ]
  const segmentOf = (row: SegmentRow | undefined) =>
    app.index.db.updateTable('segment').where((it) => isAt(it, row?.path ?? ''))

  it.each(garbled)(
    'is not proved by an index with %s, which is mended from the files',
    async (_, garble, said) => {
      const rows = [await record(start), await record(start + 10_000), await record(start + 20_000)]
      await app.index.write(garble(rows))
      expect(await ofHere()).toEqual(said(rows, `${company.companyId}/${did}/0-main`))
      await repairIndex(app.index, app.archiveFolder, await sealKeyOf(app))
      expect(await ofHere()).toEqual([])
    },
  )

  it('finds a file again whose row says another day or name', async () => {
    for (const change of [{ start_ms: start - DAY_MS }, { id: 'another' }]) {
      const row = await record(start)
      await app.index.write([segmentOf(row).set(change)])
      expect(await ofHere()).toContain(`${row.path}: the index does not know it`)
      await repairIndex(app.index, app.archiveFolder, await sealKeyOf(app))
      expect(await ofHere()).toEqual([])
      start += 10_000
    }
  })

  it('is not proved when a file in the middle went with its row, until it is known that it did', async () => {
    const rows = [await record(start), await record(start + 10_000), await record(start + 20_000)]
    const path = rows[1]?.path ?? ''
    await rm(join(app.archiveFolder, path))
    await app.index.write([app.index.db.deleteFrom('segment').where((it) => isAt(it, path))])
    const stream = `${company.companyId}/${did}/0-main`
    expect(await ofHere()).toContain(`${stream}: file 2 of its chain is gone, and nothing says why`)
    const { links } = await repairIndex(app.index, app.archiveFolder, await sealKeyOf(app))
    expect(links).toBe(1)
    expect(await ofHere()).toEqual([])
  })

  it('is proved after the platform itself took files of any place', async () => {
    const rows: SegmentRow[] = []
    for (let at = 0; at < 6; at++) rows.push(await record(start + at * 10_000))
    const store = segmentStore(app.index)
    for (const place of [1, 3, 2, 5]) {
      const path = rows[place]?.path ?? ''
      await rm(join(app.archiveFolder, path))
      await store.remove(company.companyId, [path])
      expect(await ofHere()).toEqual([])
    }
    const gone = await app.index.read(
      app.index.db
        .selectFrom('segment_gone')
        .where('did', '=', did)
        .orderBy('from_seq')
        .select(['from_seq', 'to_seq']),
    )
    expect(gone).toEqual([
      { from_seq: 2, to_seq: 4 },
      { from_seq: 6, to_seq: 6 },
    ])
  })

  it('names files of one stream that show the same time', async () => {
    const [first, second] = [await record(start), await record(start + 9000)]
    expect(await ofHere()).toEqual([`${second.path}: it begins 1000 ms before ${first.path} ends`])
  })

  it('has what was being written when it was copied, once its index is made anew', async () => {
    const row = await record(start)
    const path = join(app.archiveFolder, row.path)
    await segmentStore(app.index).remove(company.companyId, [row.path])
    await truncate(path, row.bytes - 500)
    await utimes(path, 1, 1)
    const { files, faults } = await rebuildIndex(app.index, app.archiveFolder, await sealKeyOf(app))
    expect({ files, faults: faults.filter((fault) => fault.includes(did)) }).toEqual({ files: 1, faults: [] })
    expect(await ofHere()).toEqual([])
  })

  const rowsOf = async (told: SegmentRow[]) => {
    const store = segmentStore(app.index)
    const all = await Promise.all(
      (['main', 'sub'] as const).map((quality) =>
        store.between(company.companyId, { did, channel: 0, quality }, start - 1, start + DAY_MS),
      ),
    )
    return { rows: all.flat().filter(({ path }) => told.some((row) => row.path === path)) }
  }
})

/** What the files say; the place in the chain goes on, and when it was told is not in them. */
function asTold({ seq: _seq, link: _link, link_before: _before, recorded_at: _at, ...row }: StoredSegment) {
  return { ...row, gops: [...row.gops] }
}
