import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProcess } from '../../../e2e/src/support/process.ts'
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { pause } from '../statistics.ts'
import { Running, SERVER, verified } from './running.ts'

/** What of each camera has to be recorded between two backups, ms. */
const BETWEEN_MS = 1500

/**
 * A backup again and again while cameras are recorded, every other one killed on its way; then the platform is killed as well, and
 * what the last whole backup has is put back elsewhere: `verify-archive` finds no fault, and it records on.
 */
export async function backups(times: number, { cameras }: { cameras: number }): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-backup-'))
  const at = (name: string): string => join(folder, name)
  const simulator = await startSimulator(cameras)
  let platform = await Running.start(at('data'))
  const command = (name: string, data: string) =>
    startProcess(process.execPath, [join(SERVER, 'backup-commands.ts'), name, at('backup')], {
      VEDETTE_DATA: at(data),
    })
  const faults: string[] = []
  try {
    const dids = await platform.add(simulator, cameras)
    await platform.untilAllRecord(dids, 0)
    for (let time = 0; time < times; time++) {
      await platform.untilAllRecord(dids, Date.now() + BETWEEN_MS)
      const cut = command('backup', 'data')
      await Promise.race([cut.ended, pause(Math.random())])
      await cut.stop('SIGKILL')
      const whole = command('backup', 'data')
      if ((await whole.ended) !== 0) faults.push(`a backup failed: ${whole.output()}`)
    }
    await platform.started.stop('SIGKILL')
    cpSync(at('data/secret.key'), at('other/secret.key'), { recursive: true })
    const restored = command('restore', 'other')
    if ((await restored.ended) !== 0) faults.push(`the restore failed: ${restored.output()}`)
    const first = await verified(at('other'))
    platform = await Running.start(at('other'))
    await platform.untilAllRecord(dids, Date.now())
    await platform.started.stop()
    const second = await verified(at('other'))
    console.log(
      `${times} backups of ${cameras} cameras, each one begun and killed before: verify-archive says ${first.said} after the restore, ${second.said} after it went on`,
    )
    return [...faults, ...first.faults, ...second.faults]
  } finally {
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
