/** What a process has cost so far, as Linux counts it. */
import { readFileSync } from 'node:fs'

export interface Cost {
  /** User and system time, s. */
  cpuSeconds: number
  /** Resident memory, MB. */
  memoryMb: number
}

/** Linux's clock tick: `getconf CLK_TCK` is 100 on every system that Node runs on. */
const TICKS_PER_SECOND = 100

export function costOf(pids: readonly number[]): Cost {
  return pids.map(costOfOne).reduce((sum, one) => ({
    cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
    memoryMb: sum.memoryMb + one.memoryMb,
  }))
}

function costOfOne(pid: number): Cost {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    memoryMb: Number(memory ?? 0) / 1024,
  }
}
