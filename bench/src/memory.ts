/** What the platform's processes hold without a camera: the sum of their proportional shares, a minute after the start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { processesBelow } from '../../e2e/src/support/process-tree.ts'
import { flag } from './flags.ts'
import { pause } from './statistics.ts'

const SECONDS = flag('seconds', 60)

export async function benchMemory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-memory-'))
  const { VEDETTE_DATABASE_URL: _other, ...env } = process.env
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/main.ts')], {
    env: { ...env, VEDETTE_DEMO: '0', VEDETTE_DATA: folder, VEDETTE_PORT: '0', VEDETTE_MQTT_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(server, 'exit')
  try {
    await pause(SECONDS)
    const rows = processesBelow(server.pid ?? 0, '').map((pid) => ({
      process: nameOf(pid),
      threads: readdirSync(`/proc/${pid}/task`).length,
      'PSS, MB': pssOf(pid),
    }))
    const sum = rows.reduce((total, row) => total + row['PSS, MB'], 0)
    console.log(`\nmemory without a camera, ${SECONDS} s after the start: ${sum.toFixed(0)} MB`)
    console.table(rows)
  } finally {
    server.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true })
  }
}

function nameOf(pid: number): string {
  const main = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
    .split('\0')
    .find((it) => it.endsWith('.ts'))
  return main?.split('/').slice(-3).join('/') ?? 'other'
}

/** The process's proportional share of the memory, MB. */
export function pssOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 102.4) / 10
}
