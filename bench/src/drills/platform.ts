import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { Running, verified } from './running.ts'

/** What of each camera has to be recorded between two kills, ms. */
const BETWEEN_MS = 2000

/** `kill -9` of the whole platform, gate and shards, again and again; `verify-archive` has the last word. */
export async function killPlatform(
  times: number,
  { cameras, isStrict = true }: { cameras: number; isStrict?: boolean },
): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-drill-'))
  const simulator = await startSimulator(cameras)
  const recoveries: number[] = []
  let platform = await Running.start(dataFolder)
  try {
    const dids = await platform.add(simulator, cameras)
    await platform.untilAllRecord(dids, 0)
    for (let time = 0; time < times; time++) {
      const aliveMs = Date.now()
      await platform.untilAllRecord(dids, aliveMs + BETWEEN_MS)
      const killedMs = Date.now()
      await platform.started.stop('SIGKILL')
      platform = await Running.start(dataFolder)
      await platform.untilAllRecord(dids, killedMs)
      recoveries.push(Date.now() - killedMs)
    }
    await platform.started.stop()
    const { said, faults } = await verified(dataFolder)
    const slowest = Math.max(...recoveries)
    console.log(
      `kill of the platform ${times} times, ${cameras} cameras: verify-archive says ${said}; slowest recovery ${slowest} ms`,
    )
    if (isStrict && slowest > 10_000) faults.push(`a recovery of ${slowest} ms`)
    return faults
  } finally {
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
