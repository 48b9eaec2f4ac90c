/** Benches that are made of the server's sources, whose types are Node's and no browser's: `bench/alarms/`, `bench/archive/`, `bench/calls/`, `bench/community/`, `bench/devices/`, `bench/replay/`. Each is a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export async function benchOfServer(
  name: 'alarms' | 'archive' | 'calls' | 'community' | 'devices' | 'replay',
): Promise<void> {
  const main = join(import.meta.dirname, `../${name}/main.ts`)
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the bench ${name} ended with ${child.exitCode}`)
}
