import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Blocks } from '../blocks.ts'
import { readMoof } from '../fmp4/read-moof.ts'
import { systemClock } from '../ingest/clock.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { FRAME_US, START_US } from '../testing/picture-source.ts'
import { footageFormat } from '../testing/segment-bytes.ts'
import { disk } from './disk.ts'
import type { SegmentRow } from './segment-row.ts'
import { StreamRecorder } from './stream-recorder.ts'

const TICKS_PER_FRAME = 3600
/** The stream's first picture in its own time. */
const SESSION_US = 7_000_000

let archive: string
let rows: SegmentRow[]
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-reordered-'))
  rows = []
})
afterEach(() => rm(archive, { recursive: true }))

/** Records GOPs that are sent one after the other, each picture with its place among those that are shown. */
async function record(
  gops: number,
  gop: readonly number[],
  /** Without one the camera tells its time, which is right. */
  delayUs?: (gop: number) => number,
): Promise<void> {
  const recorder = new StreamRecorder({
    stream: 1,
    clock: systemClock,
    disk,
    memory: { queuedBytes: 0 },
    blocks: new Blocks(),
    onOpen: () => {},
    onGops: () => {},
    onFile: (row) => rows.push(row),
    onLeft: () => {},
    onStatus: () => {},
  })
  const order = { stream: 1, company: 'c1', did: 'CAM-1', channel: 0, quality: 'main', isOn: true } as const
  recorder.obey({ ...order, recorded: [] }, archive)
  recorder.format(footageFormat('reordered'))
  const { pictures } = footage('reordered')
  const length = Math.max(...gop) + 1
  for (let at = 0; at < gops; at++)
    for (const [sent, shown] of gop.entries()) {
      const { units } = pictures[sent % pictures.length] ?? { units: [] }
      const takenUs = (at * length + shown) * FRAME_US
      recorder.accessUnit({
        kind: 'video',
        timestampUs: SESSION_US + takenUs,
        arrivalUs: START_US + (at * length + sent) * FRAME_US + (delayUs?.(at) ?? 0),
        isKey: sent === 0,
        ...(!delayUs && { wallClockUs: START_US + takenUs }),
        units,
      })
    }
  await recorder.close()
}

/** When the pictures of the file are shown, in order, ticks. */
async function shownIn({ path }: SegmentRow): Promise<number[]> {
  const file = await readFile(join(archive, path))
  const shown: number[] = []
  for (let at = file.indexOf('moof') - 4; at >= 0 && at < file.length;) {
    const head = readMoof(file.subarray(at))
    // An index of the fragments ends the file.
    if (!head) break
    let end = at + head.bytes
    for (const { decodeTime, samples } of head.tracks) {
      let time = decodeTime
      for (const { duration, compositionOffset, bytes, at: offset } of samples) {
        shown.push(time + compositionOffset)
        time += duration
        end = Math.max(end, at + offset + bytes)
      }
    }
    at = end
  }
  return shown.sort((a, b) => a - b)
}

/** The key frame, then each P picture before the two B pictures that are shown before it. */
const triples = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + 3 * i).flatMap((at) => [at + 2, at, at + 1])

describe('pictures that are sent in another order than they are shown in', () => {
  it('are recorded at the pace of the camera', async () => {
    await record(10, [0, ...triples(1, 8)])
    expect(rows.flatMap(({ gops }) => gops.map(({ durationMs }) => durationMs))).toEqual(
      Array.from({ length: 10 }, () => 1000),
    )
  })

  it('are shown by ffmpeg when they were taken where the last B picture never came', async () => {
    await record(2, [0, ...triples(1, 8)].slice(0, -1))
    const [row] = rows
    const { pictures, complaints } = await ffprobe(await readFile(join(archive, row?.path ?? '')))
    expect(complaints).toBe('')
    const places = pictures.map((s) => Math.round((s - (pictures[0] ?? 0)) / 0.04))
    const shown = [...Array(23).keys(), 24]
    expect(places).toEqual([...shown, ...shown.map((at) => 25 + at)])
  })

  it('stand apart also where a key frame comes before those that end the GOP before it, and time is worn off', async () => {
    // They arrive sooner from the second on: the clock goes back as far as it may with each key frame.
    await record(6, triples(0, 32), (gop) => (gop === 0 ? 1_500_000 : 0))
    const [row] = rows
    if (!row) throw new Error('nothing was recorded')
    const shown = await shownIn(row)
    expect(shown).toHaveLength(6 * 96)
    const steps = shown.slice(1).map((at, i) => at - (shown[i] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(TICKS_PER_FRAME / 2)
    expect(Math.min(...steps)).toBeLessThan(TICKS_PER_FRAME)
  })
})
