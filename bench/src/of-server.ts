/** The benches in `bench/of-server/`, made of the server's sources, whose types are Node's and no browser's. Each is a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export async function benchOfServer(
  name:
    | 'alarms'
    | 'alarms-stored'
    | 'album'
    | 'archive'
    | 'calls'
    | 'community'
    | 'devices'
    | 'map'
    | 'replay'
    | 'retention'
    | 'sockets',
): Promise<void> {
  const main = join(import.meta.dirname, `../of-server/${name}/main.ts`)
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the bench ${name} ended with ${child.exitCode}`)
}
