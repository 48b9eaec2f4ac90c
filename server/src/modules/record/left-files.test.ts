import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { pastRecordings } from '@vedette/contract/calls/past-recordings'
import { disk } from '@vedette/media/record/disk'
import { mark } from '@vedette/media/record/markers'
import { segmentBytes } from '@vedette/media/testing/segment-bytes'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { FILE_MS, type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { sealKeyOf } from '../../testing/seal-key.ts'
import { engines } from '../../testing/storage.ts'
import { verifyArchive } from './verify.ts'

const DAY_MS = 86_400_000
const LOOK_MS = 60_000

describe.each(engines)('a device removed while its shard was down, on %s', (engine) => {
  let app: TestApp
  let camera: RecordedCamera
  let start: number

  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
    ;({ start } = camera)
    await camera.record(start)
  })

  /** Leaves a file as a shard does when it is killed: its last fragment is torn. */
  async function tear(seconds: number): Promise<string> {
    const stream = {
      company: camera.company.companyId,
      did: camera.did,
      channel: 0,
      quality: 'main',
    } as const
    const { segment, bytes, gopEnds } = segmentBytes(stream, start + FILE_MS, seconds + 1)
    await mark(disk, app.archiveFolder, segment.path)
    const file = join(app.archiveFolder, segment.path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes.subarray(0, (gopEnds[seconds - 1] ?? 0) + 300))
    const longAgo = new Date(Date.now() - LOOK_MS)
    await utimes(file, longAgo, longAgo)
    return segment.path
  }
  const remove = () => app.ask(batchExitGroup, { DIDs: [camera.did] }, camera.company.token)
  const listed = async () => (await app.ask(pastRecordings, {}, camera.company.token)).List
  const markers = async () =>
    (await readdir(join(app.archiveFolder, '.open'))).filter((name) => name.includes(camera.did))
  const look = () => app.platform.recording.leftFiles.look()

  it('keeps its last seconds: in the index, among what is left, proved, and gone when its days are over', async () => {
    await tear(15)
    await remove()
    expect(await listed()).toMatchObject([{ Spans: [start, start + FILE_MS] }])
    app.clock.advance(2 * LOOK_MS)
    await vi.waitFor(
      async () => {
        expect(await listed()).toMatchObject([{ Files: 2, Spans: [start, start + FILE_MS + 15_000] }])
        expect(await markers()).toEqual([])
      },
      { timeout: 20_000 },
    )
    const { faults } = await verifyArchive(app.index, app.archiveFolder, await sealKeyOf(app), {
      nowMs: app.clock.now(),
    })
    expect(faults.filter((fault) => fault.includes(camera.did))).toEqual([])

    app.clock.leap(31 * DAY_MS)
    camera.company.token = await app.tokenOf(camera.company.code, 'boss')
    await app.platform.recording.retention.sweep()
    expect(await listed()).toEqual([])
    expect(await readdir(join(app.archiveFolder, camera.company.companyId)).catch(() => [])).toEqual([])
  })

  it('leaves no name of a file that was never made', async () => {
    const day = new Date(start).toISOString().slice(0, 10)
    const path = `${camera.company.companyId}/${camera.did}/0-main/${day}/${start}-0123456789ab.mp4`
    await mark(disk, app.archiveFolder, path)
    await remove()
    app.clock.advance(2 * LOOK_MS)
    await vi.waitFor(async () => expect(await markers()).toEqual([]), { timeout: 20_000 })
    expect(await listed()).toMatchObject([{ Files: 1 }])
  })

  it('is not taken for one whose stream a shard still has, nor for one that is still written to', async () => {
    const path = await tear(3)
    await look()
    await look()
    expect(await markers()).toHaveLength(1)
    await remove()
    await look()
    const now = new Date()
    await utimes(join(app.archiveFolder, path), now, now)
    await look()
    expect(await markers()).toHaveLength(1)
    expect(await listed()).toMatchObject([{ Files: 1 }])
  })
})
