import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { type SegmentBytes, segmentBytes } from '../testing/segment-bytes.ts'
import { disk } from './disk.ts'
import { mark, marked, unmark } from './markers.ts'
import { repair } from './repair.ts'
import { readSegment } from './segment-file.ts'

const STREAM = { company: 'c1', did: 'CAM-00000001', channel: 1, quality: 'sub' } as const
const START_MS = Date.UTC(2026, 5, 1)

let archive: string
let one: SegmentBytes
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-repair-'))
  one = segmentBytes(STREAM, START_MS, 4)
})
afterEach(() => rm(archive, { recursive: true }))

/** Leaves the file as a process did that was killed a while ago. */
async function leave(bytes: Buffer): Promise<{ archive: string; path: string; endReason: 'killed' }> {
  const file = join(archive, one.segment.path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(file, longAgo, longAgo)
  return { archive, path: one.segment.path, endReason: 'killed' }
}

it('cuts a torn file to what is whole, and ends it', async () => {
  const job = await leave(one.bytes.subarray(0, (one.gopEnds[2] ?? 0) + 5000))
  const repaired = await repair(job)
  expect(repaired).toMatchObject({ kind: 'kept', row: { endReason: 'killed', endMs: START_MS + 3000 } })
  expect(await readSegment(join(archive, job.path))).toEqual({ ...repaired, kind: 'whole' })
})

it('leaves a file alone that was ended, and tells its row', async () => {
  const job = await leave(one.bytes)
  expect(await repair(job)).toMatchObject({
    kind: 'kept',
    row: { endReason: 'minute', bytes: one.bytes.length },
  })
})

it('goes no further than what the disk had when it failed', async () => {
  const job = await leave(one.bytes)
  const limited = { ...job, endReason: 'disk' as const, limitBytes: one.gopEnds[0] ?? 0 }
  expect(await repair(limited)).toMatchObject({
    kind: 'kept',
    row: { endReason: 'disk', endMs: START_MS + 1000 },
  })
})

it('takes a file away of which nothing can be kept, and does not mind one that is gone', async () => {
  const job = await leave(one.bytes.subarray(0, 300))
  expect(await repair(job)).toEqual({ kind: 'lost' })
  expect(existsSync(join(archive, job.path))).toBe(false)
  expect(await repair(job)).toEqual({ kind: 'lost' })
})

it('comes to the same end when several do it at once', async () => {
  const job = await leave(one.bytes.subarray(0, (one.gopEnds[1] ?? 0) + 100))
  const all = await Promise.all([repair(job), repair(job), repair(job)])
  expect(all[0]).toMatchObject({ kind: 'kept', row: { endMs: START_MS + 2000 } })
  for (const repaired of all) expect(repaired).toEqual(all[0])
  expect(await readSegment(join(archive, job.path))).toEqual({ ...all[0], kind: 'whole' })
})

it('finds by its marker what is to be repaired, and nothing else', async () => {
  const other = segmentBytes({ ...STREAM, did: 'CAM-00000002' }, START_MS, 1)
  expect(await marked(archive, () => true)).toEqual([])
  for (const { segment } of [one, other]) await mark(disk, archive, segment.path)
  await writeFile(join(archive, '.open', encodeURIComponent('../../etc/passwd')), '')
  await writeFile(join(archive, '.open', '%E0%A4%A'), '')
  expect(await marked(archive, (folder) => folder === 'c1/CAM-00000001/1-sub')).toEqual([one.segment.path])
  expect(await marked(archive, () => true)).toHaveLength(2)
  await unmark(disk, archive, one.segment.path)
  expect(await marked(archive, () => true)).toEqual([other.segment.path])
})
