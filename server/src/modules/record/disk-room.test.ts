import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { addRecordLock, recordJournal, recordStorage } from '@vedette/contract/calls/record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { FILE_MS, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 86_400_000
const TOTAL_BYTES = 1000 * 1024 ** 2
/** What is kept free of a disk of this size. */
const RESERVE_BYTES = TOTAL_BYTES / 20

describe.each(engines)('a disk without room on %s', (engine) => {
  let app: TestApp
  /** What stands on the disk beside the archive. */
  let othersBytes = 0

  beforeAll(async () => {
    const diskRoom = async (folder: string) => ({
      totalBytes: TOTAL_BYTES,
      freeBytes: TOTAL_BYTES - othersBytes - (await bytesIn(folder)),
    })
    app = await startTestApp({ engine, overrides: { recording: { diskRoom } } })
  })
  afterAll(() => app.close())

  it('costs the oldest recordings, which is said and written down, but none that is locked', async () => {
    const { company, did, start, record, timeline } = await recordedCamera(app)
    const state = async () => (await app.ask(recordStorage, {}, company.token)).State
    const sweep = () => app.platform.recording.retention.sweep()
    const { bytes } = await record(start)
    for (const file of [1, 2]) {
      app.clock.advance(1000)
      await record(start + file * FILE_MS)
    }
    await sweep()
    expect(await state()).toBe('ok')

    // One file and a byte too much.
    othersBytes = TOTAL_BYTES - RESERVE_BYTES - 2 * bytes + 1
    await sweep()
    expect(await state()).toBe('full')
    expect(await timeline(start, start + DAY_MS)).toEqual([start + 2 * FILE_MS, start + 3 * FILE_MS])
    const { List } = await app.ask(recordJournal, { DID: did }, company.token)
    expect(List).toMatchObject([{ Reason: 'diskFull', Files: 2, Bytes: 2 * bytes, IsDone: true }])

    await app.ask(
      addRecordLock,
      { DID: did, From: start, To: start + DAY_MS, Reason: 'a fall' },
      company.token,
    )
    othersBytes += bytes + 1
    await sweep()
    expect(await state()).toBe('locked')
    expect(await timeline(start, start + DAY_MS)).toHaveLength(2)

    // "Full" and "locked" end when there is room.
    othersBytes = 0
    await sweep()
    expect(await state()).toBe('ok')
  })

  it('does not cost all recordings when others fill it, and says so without a word of locks', async () => {
    const { company, start, record, timeline } = await recordedCamera(app)
    const sweep = () => app.platform.recording.retention.sweep()
    const storage = async () => app.ask(recordStorage, {}, company.token)
    for (const file of [0, 1, 2]) await record(start + file * FILE_MS)
    othersBytes = TOTAL_BYTES - (await bytesIn(app.archiveFolder))
    await sweep()
    expect(await timeline(start, start + DAY_MS)).toEqual([start, start + 3 * FILE_MS])
    expect(await storage()).toMatchObject({ State: 'full', Reason: 'the disk is filled by other files' })
    othersBytes = 0
    await sweep()
    expect(await storage()).toMatchObject({ State: 'ok', Reason: '' })
  })

  it.each([
    ['full', 'full', 'the disk has no room'],
    ['readOnly', 'unwritable', 'the disk cannot be written to'],
    ['descriptors', 'unwritable', 'the machine has no file descriptors left'],
    ['io', 'unwritable', 'the disk does not write'],
  ] as const)(
    'a recorder that says %s is heard, and that it can write again',
    async (fault, State, Reason) => {
      const { token } = await app.company()
      const storage = () => app.ask(recordStorage, {}, token)
      const { recording } = app.shards.options
      const status = { type: 'recording' as const, stream: 1, sinceMs: app.clock.now(), lostFrames: 0 }
      recording?.onStatus({ ...status, state: 'failing', fault })
      expect(await storage()).toMatchObject({ State, Reason })
      recording?.onStatus({ ...status, state: 'recording', fault: 'none' })
      app.clock.advance(11 * 60_000)
      await app.platform.recording.retention.sweep()
      expect(await storage()).toMatchObject({ State: 'ok', Reason: '' })
    },
  )
})

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = names
    .filter((name) => name.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
