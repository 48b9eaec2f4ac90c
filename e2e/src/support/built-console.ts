/** Before any story: several platforms that start at once would all build the console into one folder. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

export default function buildConsole(): void {
  const start = resolve(import.meta.dirname, '../../../start.js')
  const { status } = spawnSync(process.execPath, [start, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The console could not be built.')
}
