import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SegmentRow } from '@vedette/media/record/segment-row'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { sealKeyOf } from '../../testing/seal-key.ts'
import { engines } from '../../testing/storage.ts'
import { packGops } from './packed-gops.ts'
import { rebuildIndex } from './rebuild.ts'
import { segmentStore, type StoredSegment } from './segment-store.ts'
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

  it('is proved file by file, and names what is wrong', async () => {
    const rows = [await record(start), await record(start + 10_000), await record(start + 20_000)]
    const faults = async () =>
      (await verifyArchive(app.index, app.archiveFolder, await sealKeyOf(app))).faults.filter((fault) =>
        fault.includes(did),
      )
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
      await app.index.write([app.index.db.updateTable('segment').set(change).where('path', '=', path)])
      const { faults } = await verifyArchive(app.index, app.archiveFolder, await sealKeyOf(app))
      return faults.filter((fault) => fault.includes(did))
    }
    const moved = gops.map((gop, i) => ({ ...gop, offset: gop.offset + i }))
    expect(await faultAfter({ gops: packGops(moved, startMs) })).toEqual([
      `${path}: its fragments are not those of the index`,
    ])
    expect(await faultAfter({ gops: packGops(gops, startMs), end_ms: start + 1 })).toEqual([
      `${path}: its times are not those of the index`,
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
