/** What the simulator's process costs while its streams are watched: every picture counted at the reader's end. */
import { startShards } from '@vedette/media/shard/link'
import { systemClock } from '@vedette/media/ingest/clock'

import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { costOf } from './process-cost.ts'
import { pause } from './statistics.ts'

/** Until the code that makes pictures is compiled as well as it will be. */
const WARM_UP_S = 26
const MEASURE_S = 20

interface LoadRow {
  what: string
  cpuPercent: number
  memoryMb: number
  framesPerS: number
}

export async function benchSimulator(): Promise<void> {
  console.log('\nthe simulator, watched by one shard')
  console.table(
    (await measureSimulator()).map((row) => ({
      what: row.what,
      'CPU, % of a core': row.cpuPercent.toFixed(1),
      'memory, MB': Math.round(row.memoryMb),
      'frames/s': row.framesPerS.toFixed(1),
    })),
  )
}

async function measureSimulator(): Promise<LoadRow[]> {
  return [
    await measure('50 cameras, 640×360 at 10 fps', 50, 10, ['subUrl']),
    await measure('18 cameras, main and sub at 25 fps', 18, 25, ['mainUrl', 'subUrl']),
  ]
}

async function measure(
  what: string,
  devices: number,
  fps: number,
  qualities: readonly ('mainUrl' | 'subUrl')[],
): Promise<LoadRow> {
  const env = { VEDETTE_SIM_ROSTER: 'cameras', VEDETTE_SIM_FPS: String(fps), VEDETTE_SIM_ONVIF_PORT: '0' }
  const simulator = await startSimulator(devices, env)
  const reports: { at: number; count: number }[] = []
  const shards = await startShards({
    count: 1,
    clock: systemClock,
    onMessage: () => {},
    onEvidence: () => {},
    onState: () => {},
    onStats: (_shard, stats) => reports.push({ at: performance.now(), count: stats.frames }),
  })
  try {
    const streams = simulator.cameras.flatMap((camera) => qualities.map((quality) => camera[quality]))
    shards.setDesired(
      streams.map((url, i) => ({
        stream: i + 1,
        key: `bench/${i + 1}`,
        url,
        username: simulator.username,
        password: simulator.password,
        transport: 'tcp',
      })),
    )
    await pause(WARM_UP_S)
    const pid = simulator.process.pid ?? 0
    const [before, from, seen] = [costOf([pid]), performance.now(), reports.length]
    await pause(MEASURE_S)
    const [after, to] = [costOf([pid]), performance.now()]
    const [first, last] = [reports[seen], reports.at(-1)]
    if (!first || !last || first === last) throw new Error('the shard did not report')
    return {
      what,
      cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / (to - from)) * 100_000,
      memoryMb: after.memoryMb,
      framesPerS: ((last.count - first.count) / (last.at - first.at)) * 1000,
    }
  } finally {
    await shards.close()
    await simulator.stop()
  }
}
