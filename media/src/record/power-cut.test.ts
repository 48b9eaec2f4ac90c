import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { RecordedGops } from '../feed/recording-messages.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { FRAME_US, PictureSource } from '../testing/picture-source.ts'
import { Running } from '../testing/running.ts'
import { footageFormat } from '../testing/segment-bytes.ts'
import { Blocks } from '../blocks.ts'
import { type Disk, disk as realDisk, type OutFile } from './disk.ts'
import { marked, unmark } from './markers.ts'
import { repair } from './repair.ts'
import { readSegment } from './segment-file.ts'
import type { SegmentRow } from './segment-row.ts'
import { StreamRecorder } from './stream-recorder.ts'

const ORDER = { stream: 1, company: 'c1', did: 'CAM-1', channel: 0, quality: 'main', isOn: true } as const
const MAX_TAIL_MS = 2000
const SECONDS = 70
/** Pictures between two cuts: no multiple of a part, of what the disk takes at once, or of a GOP. */
const CUT_EACH = 97
/** Delay of the disk in pictures: half a second at most. */
const SLOW_PICTURES = 12
const LONG_AGO = new Date(0)

/** What a machine finds of what was still being written: nothing, all, or its length without its bytes. */
const LEFT = ['nothing', 'all', 'zeros'] as const

/** A slow disk that knows what it has promised to keep. */
class ForgetfulDisk implements Disk {
  readonly running = new Running()
  #underWay: (() => void)[] = []
  /** Files whose names are kept, with the names that were taken away and not forgotten yet. */
  readonly #names = new Set<string>()
  readonly #fresh = new Set<string>()
  /** How many bytes of a file are kept. */
  readonly #kept = new Map<string, number>()

  makeFolder(path: string): Promise<void> {
    return this.running.during(async () => void (await mkdir(path, { recursive: true })))
  }

  syncFolder(path: string): Promise<void> {
    for (const name of this.#fresh)
      if (dirname(name) === path) {
        this.#fresh.delete(name)
        this.#names.add(name)
      }
    return Promise.resolve()
  }

  remove(path: string): Promise<void> {
    return this.running.during(() => realDisk.remove(path))
  }

  create(path: string): Promise<OutFile> {
    return this.running.during(async () => {
      const file = await realDisk.create(path)
      this.#fresh.add(path)
      this.#kept.set(path, 0)
      return {
        write: async (pieces, position) => {
          await this.running.during(() => file.write(pieces, position))
          await new Promise<void>((resolve) => this.#underWay.push(resolve))
          this.#kept.set(path, position + pieces.reduce((sum, { length }) => sum + length, 0))
        },
        close: () => this.running.during(() => file.close()),
      }
    })
  }

  /** What it was given is on it now. Returns whether there was something. */
  finish(): boolean {
    const finished = this.#underWay
    this.#underWay = []
    for (const resolve of finished) resolve()
    return finished.length > 0
  }

  /** What of `folder` a machine would find that lost its power now, in `to`. */
  async cut(folder: string, to: string, left: (typeof LEFT)[number]): Promise<void> {
    if (left === 'all') await cp(folder, to, { recursive: true })
    for (const path of left === 'all' ? [] : this.#names) {
      const kept = this.#kept.get(path) ?? 0
      // A marker whose removal nobody synced stands there again.
      const bytes = await readFile(path).catch(() => Buffer.alloc(0))
      const found = left === 'nothing' ? bytes.subarray(0, kept) : bytes.fill(0, kept)
      const at = join(to, relative(folder, path))
      await mkdir(dirname(at), { recursive: true })
      await writeFile(at, found)
    }
    // Nobody writes to them any more, which a repair would wait to see.
    for (const name of await readdir(to, { recursive: true }))
      await utimes(join(to, name), LONG_AGO, LONG_AGO)
  }
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-power-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a power cut at any moment takes nothing of a file that was told, and two seconds of the last at most', async () => {
  const archive = join(folder, 'archive')
  await mkdir(archive)
  const disk = new ForgetfulDisk()
  const clock = new ManualClock()
  const rows: SegmentRow[] = []
  const grown = new Map<string, RecordedGops>()
  const recorder = new StreamRecorder({
    stream: 1,
    clock,
    disk,
    memory: { queuedBytes: 0 },
    blocks: new Blocks(),
    onOpen: () => {},
    onGops: (report) => grown.set(report.file.id, report),
    onFile: (row) => {
      rows.push(row)
      void unmark(disk, archive, row.path)
    },
    onLeft: ({ path }) => expect.unreachable(`${path} was left`),
    onStatus: () => {},
  })
  recorder.obey({ ...ORDER, recorded: [] }, archive)
  recorder.format(footageFormat('plain'))
  const source = new PictureSource(recorder)

  let cuts = 0
  for (let picture = 0; picture < SECONDS * 25; picture++) {
    source.picture()
    await disk.running.settled()
    clock.advance(FRAME_US / 1000)
    if (picture % SLOW_PICTURES === 0) disk.finish()
    await disk.running.settled()
    if (picture % CUT_EACH !== CUT_EACH - 1) continue
    const left = LEFT[cuts % LEFT.length] ?? 'nothing'
    const copy = join(folder, `cut-${cuts++}`)
    await disk.cut(archive, copy, left)
    const ends = await recovered(copy)
    for (const { id, endMs } of rows) expect(ends.get(id)).toBe(endMs)
    for (const [id, report] of grown) expect(ends.get(id)).toBeGreaterThanOrEqual(report.endMs)
    const lastMs = source.trueUs / 1000
    expect(lastMs - Math.max(...ends.values())).toBeLessThanOrEqual(MAX_TAIL_MS)
    await rm(copy, { recursive: true })
  }
  const closed = recorder.close()
  do await disk.running.settled()
  while (disk.finish())
  await closed
  expect(rows.length).toBeGreaterThan(1)
  expect(cuts).toBeGreaterThan(LEFT.length)

  /** Does what a start does. Returns where each file ends by its id, the told ones included. */
  async function recovered(copy: string): Promise<Map<string, number>> {
    const ends = new Map<string, number>()
    for (const row of rows) {
      expect(await readSegment(join(copy, row.path))).toEqual({ kind: 'whole', row })
      ends.set(row.id, row.endMs)
    }
    for (const path of await marked(copy, () => true)) {
      const repaired = await repair({ archive: copy, path, endReason: 'killed' })
      if (repaired.kind === 'kept') ends.set(repaired.row.id, repaired.row.endMs)
    }
    return ends
  }
})
