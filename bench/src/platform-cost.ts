import type { Platform } from '../../e2e/src/support/platform.ts'
import { type Cost, costOf } from './process-cost.ts'
import { processesBelow } from '../../e2e/src/support/process-tree.ts'

/** What gate and shards have cost so far, without the simulator. */
export function platformCost(platform: Platform): { gate: Cost; shards: Cost } {
  const root = platform.started.process.pid ?? 0
  return {
    gate: costOf(processesBelow(root, 'server/src/main.ts')),
    shards: costOf(processesBelow(root, '/shard')),
  }
}
