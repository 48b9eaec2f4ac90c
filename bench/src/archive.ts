/** The bench of the archive, `bench/archive/`, as a process of its own: it is made of the server's sources, whose types are Node's and no browser's. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export async function benchArchive(): Promise<void> {
  const main = join(import.meta.dirname, '../archive/main.ts')
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the bench of the archive ended with ${child.exitCode}`)
}
