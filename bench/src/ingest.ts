/**
 * 1080p25 streams of the same simulator, taken in and packed into fMP4 fragments: by one shard, then by one ffmpeg for each
 * camera, in the same run. The frames of both are counted.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { startShards } from '@vedette/media/shard/link'
import { systemClock } from '@vedette/media/ingest/clock'

import { flag } from './flags.ts'
import { costOf } from './process-cost.ts'
import { type Simulator, startSimulator } from '../../e2e/src/support/simulator.ts'
import { urlFor } from './simulator.ts'
import { pause } from './statistics.ts'

const STREAMS = flag('streams', 10)
const WARM_UP_S = 4
const MEASURE_S = flag('seconds', 20)

interface IngestRow {
  program: string
  cpuPercent: number
  memoryMb: number
  frames: number
  frameSeconds: number
}

/** `--streams N`, `--seconds N`. */
export async function benchIngest(): Promise<void> {
  console.log(`\n${STREAMS} × 1080p25 taken in and packed`)
  console.table(
    (await measureIngest()).map((row) => ({
      program: row.program,
      'CPU, % of a core': row.cpuPercent.toFixed(1),
      'a camera, %': (row.cpuPercent / STREAMS).toFixed(2),
      'memory, MB': Math.round(row.memoryMb),
      'frames/s': (row.frames / row.frameSeconds).toFixed(1),
    })),
  )
}

async function measureIngest(): Promise<IngestRow[]> {
  const simulator = await startSimulator(STREAMS, { VEDETTE_SIM_ROSTER: 'cameras' })
  try {
    return [await byShard(simulator), await byFfmpeg(simulator)]
  } finally {
    await simulator.stop()
  }
}

async function byShard(simulator: Simulator): Promise<IngestRow> {
  const frames = new Map<number, { at: number; count: number }[]>()
  const shards = await startShards({
    count: 1,
    clock: systemClock,
    onMessage: () => {},
    onEvidence: () => {},
    onState: () => {},
    onStats: (shard, stats) => {
      const list = frames.get(shard) ?? []
      list.push({ at: performance.now(), count: stats.frames })
      frames.set(shard, list)
    },
  })
  shards.setDesired(
    simulator.cameras.map((camera) => ({
      stream: camera.number,
      key: `bench/${camera.number}`,
      url: camera.mainUrl,
      username: simulator.username,
      password: simulator.password,
      transport: 'tcp',
    })),
  )
  await pause(WARM_UP_S)
  const pids = shards.pids()
  const before = costOf(pids)
  await pause(MEASURE_S)
  const after = costOf(pids)
  await pause(1)
  await shards.close()
  // Totals are reported every 5 s, so the rate is taken between the first and the last report of the measured time.
  const reports = [...frames.values()].flat()
  const [first, last] = [reports[0], reports.at(-1)]
  if (!first || !last || first === last) throw new Error('the shard did not report')
  return row('vedette, one shard', before, after, last.count - first.count, (last.at - first.at) / 1000)
}

async function byFfmpeg(simulator: Simulator): Promise<IngestRow> {
  const running = simulator.cameras.map((camera) => startFfmpeg(urlFor(simulator, camera.mainUrl)))
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
  return row('ffmpeg, one process a camera', before, after, frames, seconds)
}

function startFfmpeg(url: string): { process: ChildProcess; frames: () => number } {
  let frames = 0
  const child = spawn(
    'ffmpeg',
    // prettier-ignore
    ['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-i', url, '-c', 'copy', '-f', 'mp4',
      '-movflags', 'frag_every_frame+empty_moov+default_base_moof', '-progress', 'pipe:2', '-y', '/dev/null'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.stderr.on('data', (text: Buffer) => {
    for (const match of text.toString('latin1').matchAll(/frame=\s*(\d+)/g)) frames = Number(match[1])
  })
  return { process: child, frames: () => frames }
}

function row(
  program: string,
  before: { cpuSeconds: number },
  after: { cpuSeconds: number; memoryMb: number },
  frames: number,
  frameSeconds: number,
): IngestRow {
  const cpuPercent = ((after.cpuSeconds - before.cpuSeconds) / MEASURE_S) * 100
  return { program, cpuPercent, memoryMb: after.memoryMb, frames, frameSeconds }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
