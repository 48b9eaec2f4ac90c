/**
 * 1080p25 streams of the same simulator, recorded onto the same disk: by one shard, then by one ffmpeg for each camera, in the same
 * run. Pictures that arrived are counted against those in the files.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '@vedette/media/ingest/clock'
import type { SegmentRow } from '@vedette/media/record/segment-row'
import { startShards } from '@vedette/media/shard/link'

import { type Simulator, startSimulator } from '../../e2e/src/support/simulator.ts'
import { flag } from './flags.ts'
import { costOf } from './process-cost.ts'
import { urlFor } from './simulator.ts'
import { pause } from './statistics.ts'

const STREAMS = flag('streams', 50)
const MEASURE_S = flag('seconds', 20)
/** Sessions are opened, and the code of a shard is compiled. */
const WARM_UP_S = 10
const NOMINAL_FPS = 25
/** So that the pictures of a camera take 4 Mbit/s. */
const GOP_FRAMES = flag('gop', 14)

interface RecordRow {
  program: string
  cpuPercent: number
  memoryMb: number
  /** Written while it was measured. */
  megabytes: number
  framesPerSecond: number
  /** Arrived and not in a file. */
  missing: number | undefined
}

/** `--streams N`, `--seconds N`. */
export async function benchRecord(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-record-'))
  const simulator = await startSimulator(STREAMS, {
    VEDETTE_SIM_ROSTER: 'cameras',
    VEDETTE_SIM_GOP: String(GOP_FRAMES),
  })
  try {
    const rows = [
      await byShard(simulator, join(folder, 'ours')),
      await byFfmpeg(simulator, join(folder, 'ffmpeg')),
    ]
    console.log(
      `\n${STREAMS} × 1080p25 recorded for ${MEASURE_S} s (${STREAMS * NOMINAL_FPS} pictures a second are due)`,
    )
    console.table(
      rows.map((row) => ({
        program: row.program,
        'CPU, % of a core': row.cpuPercent.toFixed(1),
        'memory, MB': Math.round(row.memoryMb),
        'MB written': Math.round(row.megabytes),
        'pictures/s': row.framesPerSecond.toFixed(1),
        missing: row.missing ?? '',
      })),
    )
  } finally {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function byShard(simulator: Simulator, archive: string): Promise<RecordRow> {
  mkdirSync(archive, { recursive: true })
  const files: SegmentRow[] = []
  let arrived = 0
  let reports = 0
  const streams = simulator.cameras.slice(0, STREAMS).map((camera, i) => ({
    stream: i + 1,
    key: `CAM-${camera.number}`,
    url: camera.mainUrl,
    username: simulator.username,
    password: simulator.password,
    transport: 'tcp' as const,
  }))
  const shards = await startShards({
    count: 1,
    clock: systemClock,
    onMessage: () => {},
    onEvidence: () => {},
    onStats: (_, stats) => {
      arrived = stats.frames
      reports++
    },
    onState: ({ state }) => {
      const orders = streams.map(({ stream, key }) => ({
        stream,
        company: 'bench',
        did: key,
        channel: 0,
        quality: 'main' as const,
        isOn: true,
        recorded: [],
      }))
      if (state === 'running') shards.record(archive, orders)
    },
    recording: {
      onFile: (row) => {
        files.push(row)
        return Promise.resolve()
      },
      onGops: () => {},
      onLost: () => {},
      onStatus: () => {},
    },
  })
  const startedMs = Date.now()
  shards.setDesired(streams)
  await pause(WARM_UP_S)
  const pids = shards.pids()
  const before = costOf(pids)
  await pause(MEASURE_S)
  const after = costOf(pids)
  // The cameras go, so that the next report but one counts all that ever came.
  for (const camera of simulator.cameras) await simulator.setCamera(camera.number, 'offline')
  const seconds = (Date.now() - startedMs) / 1000
  for (const seen = reports; reports < seen + 2;) await pause(1)
  await shards.close()
  for (const camera of simulator.cameras) await simulator.setCamera(camera.number, 'online')
  const frames = files.reduce((sum, { gops }) => sum + gops.reduce((all, gop) => all + gop.frames, 0), 0)
  const recordedS = files.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000
  return {
    program: 'vedette, one shard',
    cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / MEASURE_S) * 100,
    memoryMb: after.memoryMb,
    megabytes: (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6) * (MEASURE_S / seconds),
    framesPerSecond: (frames / recordedS) * streams.length,
    missing: arrived - frames,
  }
}

async function byFfmpeg(simulator: Simulator, folder: string): Promise<RecordRow> {
  mkdirSync(folder, { recursive: true })
  const running = simulator.cameras
    .slice(0, STREAMS)
    .map((camera) =>
      startFfmpeg(urlFor(simulator, camera.mainUrl), join(folder, `${camera.number}-%03d.mp4`)),
    )
  await pause(WARM_UP_S)
  const pids = running.map(({ process }) => process.pid ?? 0)
  const before = costOf(pids)
  const framesBefore = sum(running.map(({ frames }) => frames()))
  const startedAt = performance.now()
  await pause(MEASURE_S)
  const after = costOf(pids)
  const frames = sum(running.map((one) => one.frames())) - framesBefore
  const seconds = (performance.now() - startedAt) / 1000
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all(running.map(({ process }) => once(process, 'close')))
  return {
    program: 'ffmpeg -c copy, one process a camera',
    cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / MEASURE_S) * 100,
    memoryMb: after.memoryMb,
    megabytes: Number.NaN,
    framesPerSecond: frames / seconds,
    missing: undefined,
  }
}

/** Records a camera in files of a minute, and counts its pictures. */
export function startFfmpeg(url: string, files: string): { process: ChildProcess; frames: () => number } {
  let frames = 0
  const child = spawn(
    'ffmpeg',
    // prettier-ignore
    ['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-i', url, '-c', 'copy', '-f', 'segment', '-segment_time', '60', '-segment_format', 'mp4',
      '-segment_format_options', 'movflags=frag_keyframe+empty_moov+default_base_moof', '-progress', 'pipe:2', '-y', files],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.stderr.on('data', (text: Buffer) => {
    for (const match of text.toString('latin1').matchAll(/frame=\s*(\d+)/g)) frames = Number(match[1])
  })
  return { process: child, frames: () => frames }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
