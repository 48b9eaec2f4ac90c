import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { Running, verified } from './running.ts'

/** Devices are removed while they are recorded, with the shard killed at about the same moment or not: every file is accounted for. */
export async function removals(times: number, { cameras }: { cameras: number }): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-removals-'))
  const open = join(dataFolder, 'archive/.open')
  const simulator = await startSimulator(cameras)
  const platform = await Running.start(dataFolder)
  let kills = 0
  try {
    for (let time = 0; time < times; time++) {
      const dids = await platform.add(simulator, cameras)
      await platform.untilAllRecord(dids, 0)
      const isKilled = Math.random() < 2 / 3
      const kill = (): void => {
        kills++
        for (const pid of platform.shardPids()) process.kill(pid, 'SIGKILL')
      }
      const isBefore = Math.random() < 0.5
      if (isKilled && isBefore) kill()
      const removed = platform.remove(dids)
      if (isKilled && !isBefore) kill()
      await removed
    }
    // What a killed shard left is looked at twice before somebody else ends it.
    const isSettled = () => Promise.resolve(!existsSync(open) || readdirSync(open).length === 0)
    await platform.until('what was left is ended', isSettled, 400)
    await platform.started.stop()
    const { said, faults } = await verified(dataFolder)
    console.log(
      `${times} removals of ${cameras} cameras, the shard killed at ${kills} of them: verify-archive says ${said}`,
    )
    return faults
  } finally {
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
