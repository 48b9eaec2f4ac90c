import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { RecordedGops, RecordingStatus } from '../feed/recording-messages.ts'
import { type Clock, systemClock } from '../ingest/clock.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { FRAME_US, PictureSource, START_US } from '../testing/picture-source.ts'
import { Running } from '../testing/running.ts'
import { footageFormat } from '../testing/segment-bytes.ts'
import { Blocks } from '../blocks.ts'
import { type Disk, disk as realDisk, type OutFile } from './disk.ts'
import { repair } from './repair.ts'
import { readSegment } from './segment-file.ts'
import { type OpenSegment, type SegmentRow, streamFolder } from './segment-row.ts'
import { StreamRecorder } from './stream-recorder.ts'

const HOUR_US = 3_600_000_000
const YEARS_US = 10 * 365 * 24 * HOUR_US
const ORDER = { stream: 1, company: 'c1', did: 'CAM-1', channel: 0, quality: 'main', isOn: true } as const

let archive: string
let rows: SegmentRow[]
let told: RecordedGops[]
let statuses: RecordingStatus[]
let repairs: Promise<void>[]
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-recorder-'))
  rows = []
  told = []
  statuses = []
  repairs = []
})
afterEach(() => rm(archive, { recursive: true }))

function recorder(
  disk: Disk = realDisk,
  recorded: [number, number][] = [],
  clock: Clock = systemClock,
  onOpen: (segment: OpenSegment) => void = () => {},
): StreamRecorder {
  const one = new StreamRecorder({
    stream: 1,
    clock,
    disk,
    memory: { queuedBytes: 0 },
    blocks: new Blocks(),
    onOpen,
    onGops: (report) => told.push(report),
    onFile: (row) => rows.push(row),
    onLeft: (job) => {
      repairs.push(
        repair(job).then((repaired) => {
          if (repaired.kind === 'kept') rows.push(repaired.row)
        }),
      )
    },
    onStatus: (status) => statuses.push(status),
  })
  one.obey({ ...ORDER, recorded }, archive)
  one.format(footageFormat('plain'))
  return one
}

/** The rows in the order of time; nothing may lie twice in it. */
function inOrder(): SegmentRow[] {
  const sorted = rows.toSorted((a, b) => a.startMs - b.startMs)
  for (const [i, row] of sorted.entries()) {
    expect(row.endMs).toBeGreaterThan(row.startMs)
    expect(sorted[i + 1]?.startMs ?? Infinity).toBeGreaterThanOrEqual(row.endMs)
  }
  return sorted
}

const framesOf = (list: readonly SegmentRow[]): number =>
  list.reduce((sum, { gops }) => sum + gops.reduce((frames, gop) => frames + gop.frames, 0), 0)

async function expectWhole(): Promise<void> {
  for (const row of rows) expect(await readSegment(join(archive, row.path))).toEqual({ kind: 'whole', row })
}

describe('a recording', () => {
  it('has a file a minute without gaps, from the first key frame on, every picture once', async () => {
    const one = recorder()
    const source = new PictureSource(one)
    source.seconds(150)
    await one.close()
    const files = inOrder()
    expect(framesOf(files)).toBe(150 * 25)
    expect(files.map(({ endReason }) => endReason)).toEqual([...files.slice(1).map(() => 'minute'), 'stop'])
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const [i, file] of files.entries()) expect(files[i + 1]?.startMs ?? file.endMs).toBe(file.endMs)
    expect((files.at(-1)?.endMs ?? 0) - (files[0]?.startMs ?? 0)).toBe(150_000)
    await expectWhole()
    const probed = await ffprobe(await readFile(join(archive, files[0]?.path ?? '')))
    expect(probed.complaints).toBe('')
    expect(probed.pictures).toHaveLength(framesOf(files.slice(0, 1)))
  })

  it('ends a file with its GOP where somebody waits for it, without a gap and no sooner than after five seconds', async () => {
    const opened: string[] = []
    const one = recorder(realDisk, [], systemClock, ({ id }) => opened.push(id))
    const source = new PictureSource(one)
    source.gopS = 2
    const ask = (): void => one.endFile(opened.at(-1) ?? '')
    source.seconds(1)
    ask()
    source.seconds(12)
    const [first = ''] = opened
    ask()
    ask()
    source.seconds(2)
    // What is over already stays as it is.
    one.endFile(first)
    source.seconds(10)
    await one.close()
    const files = inOrder()
    expect(files.map(({ endReason }) => endReason).filter((reason) => reason !== 'minute')).toEqual([
      'asked',
      'asked',
      'stop',
    ])
    for (const [i, file] of files.entries()) expect(files[i + 1]?.startMs ?? file.endMs).toBe(file.endMs)
    expect(framesOf(files)).toBe(source.sent)
    await expectWhole()
  })

  it('stands at the clock of a camera that tells the time, and says what the clock of a wrong one is off', async () => {
    const good = recorder()
    const source = new PictureSource(good)
    source.cameraUs = 0
    source.seconds(3)
    await good.close()
    expect(rows).toMatchObject([{ startMs: START_US / 1000, cameraClockOffsetMs: 0 }])

    rows = []
    const wrong = recorder()
    const other = new PictureSource(wrong)
    other.cameraUs = -HOUR_US
    other.seconds(3)
    await wrong.close()
    expect(rows).toMatchObject([{ startMs: START_US / 1000 + 30, cameraClockOffsetMs: -3_600_030 }])
  })

  it('begins another file where the camera changes its format, and none where sound is missing', async () => {
    const one = recorder()
    one.format({ kind: 'audio', codec: 'pcma', rfc6381: 'alaw', sampleRate: 8000, channels: 1 })
    const source = new PictureSource(one)
    source.seconds(1)
    one.format({ ...footageFormat('plain') })
    source.seconds(1)
    await one.close()
    expect(inOrder()).toMatchObject([
      { endReason: 'parameters', codecs: 'avc1.64000b,alaw' },
      { endReason: 'stop', codecs: 'avc1.64000b,alaw' },
    ])
    expect(framesOf(rows)).toBe(50)
  })

  it.each([
    ['25', FRAME_US],
    ['three', 333_333],
    ['two', 500_000],
  ])('shows the reordered pictures of %s a second at their own times', async (_, frameUs) => {
    const one = recorder()
    one.format(footageFormat('reordered'))
    const { pictures } = footage('reordered')
    for (const [i, picture] of pictures.entries()) {
      // I P B B P B B …, a key frame each 25: each two B pictures are shown before the P picture that came before them.
      const place = i % 25 === 0 ? 0 : ([3, 1, 2][((i % 25) - 1) % 3] ?? 0)
      const shown = i - (i % 25) + 3 * Math.floor(Math.max(0, (i % 25) - 1) / 3) + place
      const arrivalUs = START_US + i * frameUs
      one.accessUnit({ kind: 'video', timestampUs: shown * frameUs, arrivalUs, ...picture })
    }
    await one.close()
    await expectWhole()
    expect(framesOf(rows)).toBe(pictures.length)
    expect(rows.filter(({ endReason }) => endReason === 'gap')).toEqual([])
    const first = inOrder()[0]
    const probed = await ffprobe(await readFile(join(archive, first?.path ?? '')))
    expect(probed.complaints).toBe('')
    const shown = [...new Set(probed.pictures)].sort((a, b) => a - b)
    expect(probed.pictures).toEqual(shown)
    expect(shown).toHaveLength(framesOf(inOrder().slice(0, 1)))
  })

  it('a picture each four seconds is a slow stream, not one gap after the other', async () => {
    const one = recorder()
    one.format(footageFormat('plain'))
    const key = footage('plain').pictures.find(({ isKey }) => isKey)
    for (let i = 0; key && i < 12; i++) {
      const timestampUs = i * 4_000_000
      one.accessUnit({ kind: 'video', timestampUs, arrivalUs: START_US + timestampUs, ...key })
    }
    await one.close()
    await expectWhole()
    expect(framesOf(rows)).toBe(12)
    // The first pause alone can't be told from a gap.
    expect(rows.filter(({ endReason }) => endReason === 'gap')).toHaveLength(1)
  })
})

describe('when the source', () => {
  const stalls: [string, (source: PictureSource, one: StreamRecorder, round: number) => void][] = [
    [
      'is held back by the network',
      (source, _one, round) => {
        source.heldToUs = source.trueUs + (round % 5) * 700_000
        source.seconds(1 + (round % 4))
      },
    ],
    [
      'comes a second and a half later for a while',
      (source, _one, round) => {
        source.machineUs = round % 2 === 0 ? 1_500_000 : 0
        source.seconds(45)
      },
    ],
    ['stands still', (source, _one, round) => source.skip(0.2 * (round % 13))],
    [
      'stalls and is connected again',
      (source, one, round) => {
        source.skip(round % 3 === 0 ? 1 : 0)
        source.heldToUs = round % 2 === 0 ? source.trueUs + 5_000_000 : 0
        one.restart()
        one.format(footageFormat('plain'))
        source.newSession(round * 1_000_003)
      },
    ],
  ]
  const cases = stalls.flatMap(([what, stall]) => [1, 12].map((gopS) => ({ what, gopS, stall })))
  it.each(cases)(
    'with a key frame each $gopS s $what, nothing lies over another',
    async ({ gopS, stall }) => {
      const one = recorder()
      const source = new PictureSource(one)
      source.gopS = gopS
      for (let round = 0; round < 40; round++) {
        source.seconds(3)
        stall(source, one, round)
      }
      await one.close()
      expect(framesOf(inOrder())).toBe(source.sent)
      await expectWhole()
    },
  )
})

describe('when the clock of the machine steps', () => {
  it.each([
    ['an hour ahead and back', [0, HOUR_US, 0]],
    ['an hour back and ahead', [0, -HOUR_US, 0]],
    ['ten years ahead and back', [0, YEARS_US, 0]],
    ['here and there', [0, HOUR_US, -HOUR_US, YEARS_US, 5_000_000, HOUR_US + 20_000_000, 0]],
  ])('%s, nothing is lost and nothing lies over another', async (_, steps) => {
    const one = recorder()
    const source = new PictureSource(one)
    for (const step of steps) {
      source.machineUs = step
      source.seconds(75)
    }
    await one.close()
    expect(framesOf(inOrder())).toBe(source.sent)
    await expectWhole()
  })

  it('years ahead and back, the recording is of the present again', async () => {
    const one = recorder()
    const source = new PictureSource(one)
    for (const step of [0, YEARS_US, 0]) {
      source.machineUs = step
      source.seconds(40)
    }
    await one.close()
    expect(rows.find(({ endReason }) => endReason === 'stop')?.endMs).toBe(source.trueUs / 1000 + 30)
  })

  it('time stamps that go back an hour after the first picture begin another file', async () => {
    const one = recorder()
    const source = new PictureSource(one)
    source.picture()
    source.sent = 0
    source.newSession(7_000_000 - HOUR_US)
    source.seconds(3)
    await one.close()
    expect(inOrder().map(({ endReason }) => endReason)).toEqual(['gap', 'stop'])
    await expectWhole()
  })

  it('back into a gap that was filled meanwhile, the recording goes on behind it', async () => {
    const one = recorder()
    const source = new PictureSource(one)
    source.seconds(3)
    source.skip(300)
    const [fromMs, toMs] = [START_US / 1000 + 3000, START_US / 1000 + 303_000]
    source.seconds(3)
    one.reserve(streamFolder(ORDER), fromMs, toMs)
    source.machineUs = -200_000_000
    source.seconds(60)
    await one.close()
    expect(framesOf(inOrder())).toBe(source.sent)
    expect(rows.filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs + 100)).toEqual([])
  })

  it('into what was recorded in an earlier life, the recording goes on behind it', async () => {
    const startMs = START_US / 1000
    const one = recorder(realDisk, [[startMs - 500_000, startMs + 90_000]])
    const source = new PictureSource(one)
    source.seconds(2)
    await one.close()
    expect(rows[0]?.startMs).toBe(startMs + 90_000)
  })
})

type Doing = 'create' | 'write' | 'sync'

/** The file system, failing as it is told: what a disk does, not what our code does. */
class FailingDisk implements Disk {
  readonly #codeOf: (doing: Doing, times: number) => string | undefined
  readonly #times = { create: 0, write: 0, sync: 0 }
  readonly running = new Running()

  constructor(codeOf: (doing: Doing, times: number) => string | undefined) {
    this.#codeOf = codeOf
  }

  makeFolder(path: string): Promise<void> {
    return this.running.during(() => realDisk.makeFolder(path))
  }

  syncFolder(path: string): Promise<void> {
    return this.running.during(() => realDisk.syncFolder(path))
  }

  remove(path: string): Promise<void> {
    return this.running.during(() => realDisk.remove(path))
  }

  create(path: string): Promise<OutFile> {
    return this.running.during(async () => {
      this.#check('create')
      const file = await realDisk.create(path)
      return {
        write: (pieces, position) =>
          this.running.during(async () => {
            try {
              this.#check('write')
            } catch (error) {
              // A part of it gets there, as on a full disk.
              const all = Buffer.concat(pieces)
              await file.write([all.subarray(0, all.length >> 1)], position)
              throw error
            }
            await file.write(pieces, position)
            this.#check('sync')
          }),
        close: () => this.running.during(() => file.close()),
      }
    })
  }

  #check(doing: Doing): void {
    const code = this.#codeOf(doing, ++this.#times[doing])
    if (code !== undefined) throw Object.assign(new Error(code), { code })
  }
}

it('what came is on the disk and told three quarters of a second later', async () => {
  const disk = new FailingDisk(() => undefined)
  const one = recorder(disk)
  const source = new PictureSource(one)
  for (let picture = 0; picture < 250; picture++) {
    source.picture()
    await disk.running.settled()
    const nowMs = source.trueUs / 1000
    const row = rows.at(-1)
    const toldMs = Math.max(START_US / 1000, row?.endMs ?? 0, told.at(-1)?.endMs ?? 0)
    expect(nowMs - toldMs).toBeLessThanOrEqual(750)
  }
  await one.close()
  expect(framesOf(rows)).toBe(source.sent)
})

describe('when the disk', () => {
  async function feed(disk: FailingDisk): Promise<{ sent: number; lost: number }> {
    const clock = new ManualClock()
    const one = recorder(disk, [], clock)
    const source = new PictureSource(one)
    for (let second = 0; second < 14; second++) {
      source.seconds(1)
      await disk.running.settled()
      clock.advance(1000)
      await disk.running.settled()
    }
    await one.close()
    await Promise.all(repairs)
    return { sent: source.sent, lost: one.status.lostFrames }
  }

  it.each([
    ['is full for a while', 'write', 'ENOSPC', 'full', 4, 6],
    ['fails to write once', 'write', 'EIO', 'io', 5, 5],
    ['takes a part, and cannot keep it', 'sync', 'EIO', 'io', 4, 4],
    ['became read-only for a while', 'create', 'EROFS', 'readOnly', 1, 3],
    ['has no descriptors left for a while', 'create', 'EMFILE', 'descriptors', 1, 4],
  ] as const)(
    '%s, that is said, recording goes on, and what is told is there',
    async (_, doing, code, fault, from, to) => {
      const disk = new FailingDisk((what, times) =>
        what === doing && times >= from && times <= to ? code : undefined,
      )
      const { sent, lost } = await feed(disk)
      expect(statuses).toContainEqual(expect.objectContaining({ state: 'failing', fault }))
      const failedAt = statuses.findIndex(({ state }) => state === 'failing')
      expect(statuses.slice(failedAt)).toContainEqual(
        expect.objectContaining({ state: 'recording', fault: 'none' }),
      )
      await expectWhole()
      expect(framesOf(inOrder()) + lost).toBe(sent)
      if (doing === 'create') expect(lost).toBe(0)
      else expect(framesOf(rows)).toBeGreaterThan(0)
    },
  )
})
