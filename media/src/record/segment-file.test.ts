import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { ffprobe } from '../testing/ffprobe.ts'
import { Random } from '../fuzz/random.ts'
import { segmentBytes } from '../testing/segment-bytes.ts'
import { readSegment } from './segment-file.ts'

const STREAM = { company: 'c1', did: 'CAM-00000001', channel: 1, quality: 'main' } as const
const START_MS = Date.UTC(2026, 2, 29, 0, 59, 58)

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-segment-'))
  path = join(folder, 'one.mp4')
})
afterEach(() => rm(folder, { recursive: true }))

it('tells all of its row by itself, and players read it without a word', async () => {
  const { segment, bytes, gopEnds } = segmentBytes(STREAM, START_MS, 3)
  await writeFile(path, bytes)
  const reading = await readSegment(path)
  expect(reading).toEqual({
    kind: 'whole',
    row: {
      ...segment,
      ...STREAM,
      path: `c1/CAM-00000001/1-main/2026-03-29/${segment.id}.mp4`,
      startMs: START_MS,
      endMs: START_MS + 3000,
      codecs: 'avc1.64000b',
      bytes: bytes.length,
      hash: createHash('sha256').update(bytes).digest('hex'),
      endReason: 'minute',
      gops: [0, 1, 2].map((gop) => ({
        offset: bytes.indexOf('moof', gopEnds[gop - 1] ?? 0) - 4,
        bytes: (gopEnds[gop] ?? 0) - (bytes.indexOf('moof', gopEnds[gop - 1] ?? 0) - 4),
        startMs: START_MS + gop * 1000,
        durationMs: 1000,
        frames: 25,
      })),
    },
  })
  const probed = await ffprobe(bytes)
  expect(probed.complaints).toBe('')
  expect(probed.pictures).toHaveLength(75)
})

it('cut anywhere keeps the GOPs that were whole, and says that it is torn', async () => {
  const { bytes, gopEnds } = segmentBytes(STREAM, START_MS, 4)
  const headEnd = bytes.indexOf('moof') - 4
  for (let cut = 0; cut < bytes.length; cut += 211) {
    await writeFile(path, bytes.subarray(0, cut))
    const reading = await readSegment(path)
    const whole = gopEnds.filter((end) => end <= cut).length
    if (cut < headEnd) expect(reading.kind).toBe('unreadable')
    else
      expect(reading).toMatchObject({
        kind: 'torn',
        row: { bytes: gopEnds[whole - 1] ?? headEnd, endReason: 'killed' },
      })
    if (reading.kind === 'torn') expect(reading.row.gops).toHaveLength(whole)
  }
})

it('with a hole of zeros where the disk had not written yet ends before it', async () => {
  const { bytes, gopEnds } = segmentBytes(STREAM, START_MS, 3)
  bytes.fill(0, (gopEnds[1] ?? 0) + 600)
  await writeFile(path, bytes)
  expect(await readSegment(path)).toMatchObject({ kind: 'torn', row: { bytes: gopEnds[1] } })
})

it('reads no further than it is told', async () => {
  const { bytes, gopEnds } = segmentBytes(STREAM, START_MS, 3)
  await writeFile(path, bytes)
  expect(await readSegment(path, gopEnds[1])).toMatchObject({ kind: 'torn', row: { bytes: gopEnds[1] } })
})

it('never fails on bytes that are anything', async () => {
  const { bytes } = segmentBytes(STREAM, START_MS, 2)
  const random = new Random(7)
  for (let round = 0; round < 200; round++) {
    const broken = Buffer.from(bytes)
    for (let hits = 0; hits < 4; hits++) broken[random.below(broken.length)] = random.below(256)
    await writeFile(path, broken)
    const reading = await readSegment(path)
    expect(reading.kind === 'unreadable' ? 0 : reading.row.bytes).toBeLessThanOrEqual(broken.length)
  }
})
