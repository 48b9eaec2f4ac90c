import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { DesiredStream } from '../feed/messages.ts'
import type { RecordedGops, RecordingStatus, RecordOrder } from '../feed/recording-messages.ts'
import { systemClock } from '../ingest/clock.ts'
import { readSegment } from '../record/segment-file.ts'
import type { SegmentRow } from '../record/segment-row.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import { footage } from '../testing/footage.ts'
import { RtspPeer } from '../testing/rtsp-peer.ts'
import { type ShardChange, type Shards, startShards } from './link.ts'

let archive: string
let peer: RtspPeer
let shards: Shards
let rows: SegmentRow[]
let reports: RecordedGops[]
let statuses: RecordingStatus[]
let changes: ShardChange[]
let isIndexDown: boolean
let awaited: { isMet: () => boolean; resolve: () => void }[]

function changed(): void {
  for (const { isMet, resolve } of awaited) if (isMet()) resolve()
}

function until(isMet: () => boolean): Promise<void> {
  if (isMet()) return Promise.resolve()
  return new Promise((resolve) => awaited.push({ isMet, resolve }))
}

beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-archive-'))
  peer = await RtspPeer.start(footage('plain'))
  rows = []
  reports = []
  statuses = []
  changes = []
  isIndexDown = false
  awaited = []
  await start()
})

afterEach(async () => {
  await shards.close()
  await peer.close()
  await rm(archive, { recursive: true })
})

async function start(): Promise<void> {
  shards = await startShards({
    count: 1,
    clock: systemClock,
    onMessage: () => {},
    onEvidence: () => {},
    onState: (change) => {
      changes.push(change)
      if (change.state === 'running') shards.record(archive, [order(1), order(2)])
      changed()
    },
    recording: {
      onFile: (row) => {
        rows.push(row)
        changed()
        return isIndexDown ? Promise.reject(new Error('the index is down')) : Promise.resolve()
      },
      onGops: (report) => {
        reports.push(report)
        changed()
      },
      onLost: () => {},
      onStatus: (status) => {
        statuses.push(status)
        changed()
      },
    },
  })
  shards.setDesired([camera(1), camera(2)])
}

const camera = (stream: number): DesiredStream => ({
  stream,
  key: `camera ${stream}`,
  url: peer.url,
  username: '',
  password: '',
  transport: 'tcp',
})

function order(stream: number, isOn = true): RecordOrder {
  const mine = rows.filter(({ did }) => did === `CAM-${stream}`)
  const recorded = mine.map(({ startMs, endMs }): [number, number] => [startMs, endMs])
  return { stream, company: 'c1', did: `CAM-${stream}`, channel: 0, quality: 'main', isOn, recorded }
}

const gopsOf = (stream: number): number =>
  new Set(
    reports
      .filter(({ file }) => file.did === `CAM-${stream}`)
      .flatMap(({ gops }) => gops.map((gop) => gop.startMs)),
  ).size

/** A minute may be over in any of the tests, which ends a file too. */
const ended = (reason: SegmentRow['endReason']): SegmentRow[] =>
  rows.filter(({ endReason }) => endReason === reason)

const openFiles = (): Promise<string[]> => readdir(join(archive, '.open'))

async function expectTold(row: SegmentRow): Promise<void> {
  expect(await readSegment(join(archive, row.path))).toEqual({ kind: 'whole', row })
  const probed = await ffprobe(await readFile(join(archive, row.path)))
  expect(probed.complaints).toBe('')
  expect(probed.pictures).toHaveLength(row.gops.reduce((sum, { frames }) => sum + frames, 0))
}

it('writes what a camera sends into files whose rows are told when the disk has them', async () => {
  await until(() => gopsOf(1) >= 3 && gopsOf(2) >= 3)
  expect(statuses.findLast(({ stream }) => stream === 1)).toMatchObject({ state: 'recording', fault: 'none' })
  shards.record(archive, [order(1, false)])
  await until(() => ended('stop').length > 0)
  expect(ended('stop')).toMatchObject([{ did: 'CAM-1', codecs: 'avc1.64000b' }])
  await shards.close()
  expect(ended('stop')).toMatchObject([{ did: 'CAM-1' }, { did: 'CAM-2' }])
  for (const row of rows) await expectTold(row)
  await start()
})

it('keeps what a killed shard wrote, and goes on behind it', async () => {
  await until(() => gopsOf(1) >= 2 && gopsOf(2) >= 2)
  const acknowledged = [...reports]
  process.kill(shards.pids()[0] ?? 0, 'SIGKILL')
  await until(() => ended('killed').length === 2)
  for (const row of ended('killed')) {
    await expectTold(row)
    const last = acknowledged.findLast(({ file }) => file.did === row.did)
    expect(row.endMs).toBeGreaterThanOrEqual(last?.endMs ?? Infinity)
    await until(() => reports.some(({ file }) => file.did === row.did && file.startMs >= row.endMs))
  }
})

it('tells a file again after a start when the index had not taken it', async () => {
  isIndexDown = true
  await until(() => gopsOf(1) >= 2)
  shards.record(archive, [order(1, false)])
  await until(() => rows.length > 0)
  await shards.close()
  isIndexDown = false
  const told = rows
  rows = []
  await start()
  await until(() => told.every(({ id }) => rows.some((row) => row.id === id)))
  for (const row of told) expect(rows).toContainEqual(row)
  await until(() => changes.at(-1)?.state === 'running')
  shards.record(archive, [order(1, false), order(2, false)])
  await expect.poll(openFiles, { timeout: 60_000 }).toEqual([])
})
