/** What other people's cameras send, recorded by a shard, and checked by other people's readers. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { systemClock } from '../ingest/clock.ts'
import { readSegment } from '../record/segment-file.ts'
import type { SegmentRow } from '../record/segment-row.ts'
import { ffprobe } from '../testing/ffprobe.ts'
import {
  type Cameras,
  picturesByGstreamer,
  startCameras,
  WITHOUT_GSTREAMER,
} from '../testing/gstreamer-cameras.ts'
import { type Shards, startShards } from './link.ts'

const CODECS: Record<string, RegExp> = {
  'h264-aac': /^avc1\.\w+,mp4a\.40\.2$/,
  'h264-pcma': /^avc1\.\w+,alaw$/,
  'h265-pcmu': /^hvc1\.[\w.]+,ulaw$/,
  bframes: /^avc1\.\w+$/,
  longgop: /^avc1\.\w+$/,
}
const PATHS = Object.keys(CODECS)
/** Three packets in a hundred are lost on its way. */
const BAD_LINE = 'bad-line'
const RECORDED = [...PATHS, BAD_LINE]
/** A source that is starved may send its sound late, and then begins with a file without it. */
const isWhatIsSent = ({ did, codecs }: { did: string; codecs: string }): boolean =>
  did === BAD_LINE || CODECS[did]?.test(codecs) === true
const ENOUGH_MS = 5000

describe.skipIf(WITHOUT_GSTREAMER)('cameras by GStreamer, recorded', () => {
  let archive: string
  let cameras: Cameras
  let shards: Shards
  const rows: SegmentRow[] = []

  beforeAll(async () => {
    archive = await mkdtemp(join(tmpdir(), 'vedette-archive-'))
    cameras = await startCameras()
    const recordedMs = new Map<string, number>()
    let tell = (): void => {}
    const enough = new Promise<void>((resolve) => {
      tell = () => {
        if (RECORDED.every((path) => (recordedMs.get(path) ?? 0) > ENOUGH_MS)) resolve()
      }
    })
    const streams = RECORDED.map((path, i) => ({ stream: i + 1, key: path }))
    shards = await startShards({
      count: 1,
      clock: systemClock,
      onMessage: () => {},
      onEvidence: () => {},
      onState: ({ state }) => {
        if (state !== 'running') return
        const order = { company: 'c1', channel: 0, quality: 'main', isOn: true, recorded: [] } as const
        shards.record(
          archive,
          streams.map(({ stream, key }) => ({ ...order, recorded: [], stream, did: key })),
        )
      },
      recording: {
        onFile: (row) => {
          rows.push(row)
          return Promise.resolve()
        },
        onGops: ({ file, endMs }) => {
          if (isWhatIsSent(file)) recordedMs.set(file.did, endMs - file.startMs)
          tell()
        },
        onLost: () => {},
        onStatus: () => {},
      },
    })
    shards.setDesired(
      streams.map((stream) => ({
        ...stream,
        url: `rtsp://127.0.0.1:${cameras.port}/${stream.key}`,
        username: '',
        password: '',
        transport: stream.key === BAD_LINE ? 'udp' : 'tcp',
      })),
    )
    await enough
    await shards.close()
  }, 180_000)

  afterAll(async () => {
    await shards?.close()
    cameras?.process.kill('SIGKILL')
    await rm(archive, { recursive: true, force: true })
  })

  it.each(PATHS)(
    '%s: ffmpeg reads it without a word, and finds what the index says, as GStreamer does',
    async (did) => {
      const files = rows.filter((row) => row.did === did)
      expect(files.some(isWhatIsSent)).toBe(true)
      let [samples, seconds] = [0, 0]
      for (const row of files) {
        const path = join(archive, row.path)
        expect(await readSegment(path)).toEqual({ kind: 'whole', row })
        const frames = row.gops.reduce((sum, gop) => sum + gop.frames, 0)
        const probed = await ffprobe(await readFile(path))
        expect(probed.complaints).toBe('')
        expect(probed.pictures).toHaveLength(frames)
        expect(probed.pictures).toEqual([...new Set(probed.pictures)].sort((a, b) => a - b))
        expect(await picturesByGstreamer(path)).toBe(frames)
        if (!row.codecs.includes(',')) continue
        samples += probed.samples
        seconds += (row.endMs - row.startMs) / 1000
      }
      const rate = did === 'h264-aac' ? 16_000 : 8000
      if (seconds > 0) expect(samples).toBeGreaterThan((rate * seconds) / 2)
    },
  )

  it('one of which packets are lost is recorded picture by picture all the same, and what lacks something is marked', async () => {
    const files = rows.filter((row) => row.did === BAD_LINE)
    let [pictures, expected, decoded, damaged] = [0, 0, 0, 0]
    for (const row of files) {
      const bytes = await readFile(join(archive, row.path))
      pictures += row.gops.reduce((sum, gop) => sum + gop.frames, 0)
      expected += (row.endMs - row.startMs) / 40
      decoded += (await ffprobe(bytes)).pictures.length
      damaged += damagedIn(bytes)
    }
    expect(pictures).toBeGreaterThan(expected * 0.9)
    expect(decoded).toBeGreaterThan(pictures * 0.9)
    expect(damaged).toBeGreaterThan(0)
    expect(damaged).toBeLessThan(pictures)
  })
})

/** Samples whose degradation priority, the lowest bit of their flags, is set (ISO 14496-12 section 8.8.3.1). */
function damagedIn(file: Buffer): number {
  let count = 0
  for (let at = file.indexOf('trun'); at >= 0; at = file.indexOf('trun', at + 4)) {
    const samples = file.readUInt32BE(at + 8)
    for (let i = 0; i < samples; i++) count += file.readUInt32BE(at + 16 + i * 16 + 8) & 1
  }
  return count
}
