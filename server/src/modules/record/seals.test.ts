import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readSegment } from '@vedette/media/record/segment-file'
import type { SegmentRow } from '@vedette/media/record/segment-row'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openSecretBox, Secret } from '../../engines/secret-box.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { sealKeyOf } from '../../testing/seal-key.ts'
import { engines } from '../../testing/storage.ts'
import { rebuildIndex } from './rebuild.ts'
import { sealStore } from './seal-store.ts'
import { addSeal, sealKey } from './seals.ts'
import { isAt } from './segment-columns.ts'
import { linkAfter } from './segment-store.ts'
import { verifyArchive } from './verify.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe.each(engines)('the seals of an archive on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  let camera: RecordedCamera

  beforeEach(async () => {
    app = await startTestApp({ engine })
    camera = await recordedCamera(app)
    ;({ company, did } = camera)
  })
  afterEach(() => app.close())

  const record = () => camera.record(app.clock.now())
  const verify = async () =>
    verifyArchive(app.index, app.archiveFolder, await sealKeyOf(app), { nowMs: app.clock.now() })
  const pass = async (ms: number) => {
    app.clock.advance(ms)
    await app.platform.recording.sealer.look()
  }

  /** A minute a file, sealed with the first and a day later. */
  async function recordTwoDays(): Promise<SegmentRow[]> {
    const rows = [await record()]
    await pass(MINUTE_MS)
    rows.push(await record())
    await pass(DAY_MS)
    app.clock.advance(MINUTE_MS)
    rows.push(await record())
    return rows
  }

  it('are there as soon as the first file is', async () => {
    await record()
    expect(await verify()).toMatchObject({ faults: [], sealed: { seals: 1, unsealedFiles: 0 } })
    app.clock.advance(MINUTE_MS)
    await record()
    expect((await verify()).sealed).toMatchObject({ seals: 1, unsealedFiles: 1 })
  })

  it('are made with the first file and every day, and what came since is said', async () => {
    await pass(MINUTE_MS)
    expect((await verify()).sealed.seals).toBe(0)
    await recordTwoDays()
    const { sealed, faults } = await verify()
    expect(faults).toEqual([])
    expect(sealed).toMatchObject({ seals: 2, unsealedFiles: 1, restarted: 0 })
    await pass(DAY_MS)
    expect((await verify()).sealed).toMatchObject({ seals: 3, unsealedFiles: 0 })
  })

  it('name the first one that a chain recomputed without the key does not fit', async () => {
    const rows = await recordTwoDays()
    const { db } = app.index
    const forged = join(app.archiveFolder, rows[1]?.path ?? '')
    const bytes = await readFile(forged)
    const at = bytes.length - 400
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(forged, bytes)
    const reading = await readSegment(forged)
    if (reading.kind !== 'whole') throw new Error(`a file that is ${reading.kind}`)
    let link = ''
    for (const row of rows) {
      const { hash } = row.id === rows[1]?.id ? reading.row : row
      const link_before = link
      link = linkAfter(link, hash)
      const set = { hash, link, link_before }
      await app.index.write([
        db
          .updateTable('segment')
          .set(set)
          .where((it) => isAt(it, row.path)),
      ])
    }
    await app.index.write([db.updateTable('segment_stream').set({ link }).where('did', '=', did)])
    const expected = [expect.stringMatching(/^seal 2 of .* is not the one that was sealed, at file 2$/)]
    expect((await verify()).faults).toEqual(expected)
    // A seal by another key does not help, nor does one that the platform makes later.
    await pass(DAY_MS)
    expect((await verify()).faults).toEqual(expected)
    const stranger = sealKey(await openSecretBox('', new Secret(randomBytes(32).toString('hex'))))
    await app.index.write([db.deleteFrom('archive_seal')])
    await addSeal(app.index, stranger, app.clock.now())
    expect((await verify()).faults).toEqual([
      expect.stringMatching(/^seal 1 of .* it was altered, or signed with another key$/),
    ])
  })

  it('tell a seal that was taken away or altered, and a chain that was cut', async () => {
    const rows = await recordTwoDays()
    const { db } = app.index
    const [first] = await sealStore(app.index).after(0, 1)
    if (!first) throw new Error('no seal')
    await app.index.write([
      db.deleteFrom('segment').where((it) => it.or([1, 2].map((at) => isAt(it, rows[at]?.path ?? '')))),
      db
        .updateTable('segment_stream')
        .set({ seq: 1, link: linkAfter('', rows[0]?.hash ?? '') })
        .where('did', '=', did),
    ])
    expect((await verify()).faults.at(-1)).toMatch(/^seal 2 of .* at file 2$/)
    await app.index.write([db.updateTable('archive_seal').set({ at: 1 }).where('number', '=', 1)])
    expect((await verify()).faults.at(-1)).toMatch(/^seal 1 of 1970.* altered/)
    await app.index.write([db.deleteFrom('archive_seal').where('number', '=', 1)])
    expect((await verify()).faults.at(-1)).toMatch(/^seal 1: it is gone, the next one is 2$/)
    await app.index.write([db.deleteFrom('archive_seal')])
    expect((await verify()).faults.at(-1)).toMatch(/^no seal: /)
  })

  it('outlive a rebuild, which says which chains it began anew', async () => {
    await recordTwoDays()
    const { db } = app.index
    await app.index.write([
      db.deleteFrom('segment'),
      db.deleteFrom('segment_stream'),
      db.deleteFrom('segment_day'),
    ])
    const { restarted } = await rebuildIndex(app.index, app.archiveFolder, await sealKeyOf(app))
    expect(restarted).toEqual([`${company.companyId}/${did}/0-main`])
    const { faults, sealed } = await verify()
    expect(faults).toEqual([])
    expect(sealed).toMatchObject({ seals: 4, unsealedFiles: 0, restarted: 1 })
  })
})
