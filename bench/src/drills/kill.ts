import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { indexed } from './gate.ts'
import { check, Recording } from './recording.ts'

const CAMERAS = 8
const MAX_TAIL_MS = 1000
const MAX_RECOVERY_MS = 10_000

/** `kill -9` of the shard, or of the gate and so of all, again and again while eight cameras are recorded. */
export async function kill(
  whom: 'shard' | 'gate',
  times: number,
  { cameras = CAMERAS, isStrict = true } = {},
): Promise<string[]> {
  const recording = await Recording.start({ cameras, quality: 'sub' })
  const tails: number[] = []
  const recoveries: number[] = []
  try {
    await recording.untilAllRecord(0)
    for (let time = 0; time < times; time++) {
      const lastMs = lastPictures(recording)
      await recording.until(
        'some pictures more',
        () => lastPictures(recording) > lastMs + 700 + ((time * 370) % 1500),
      )
      const killedMs = Date.now()
      if (whom === 'gate') await recording.killGate()
      else for (const pid of recording.shardPids) process.kill(pid, 'SIGKILL')
      const left = openFiles(recording)
      if (whom === 'gate') recording.startGate()
      await recording.untilAllRecord(killedMs)
      recoveries.push(Date.now() - killedMs)
      // What had no picture on the disk yet is taken away, and leaves no row.
      await recording.until(
        'what was killed is ended',
        () => !openFiles(recording).some((name) => left.includes(name)),
      )
      tails.push(...tailsOf(recording, killedMs))
    }
    await recording.stop()
    const { files, frames, faults } = await check(recording.settings.archive, recording.settings.index)
    const [tail, recovery] = [Math.max(...tails), Math.max(...recoveries)]
    console.log(
      `kill of the ${whom} ${times} times, ${cameras} cameras: ${files} files, ${frames} pictures; longest tail ${tail} ms, slowest recovery ${recovery} ms`,
    )
    if (isStrict && tail > MAX_TAIL_MS) faults.push(`a tail of ${tail} ms`)
    if (isStrict && recovery > MAX_RECOVERY_MS) faults.push(`a recovery of ${recovery} ms`)
    return faults
  } finally {
    await recording.remove()
  }
}

function openFiles({ settings }: Recording): string[] {
  return readdirSync(join(settings.archive, '.open'))
}

/** For each camera, from the end of what began before the kill to the kill. */
function tailsOf({ settings }: Recording, killedMs: number): number[] {
  const rows = indexed(settings.index).filter(({ startMs }) => startMs < killedMs)
  return settings.cameras.map(
    ({ key }) => killedMs - Math.max(...rows.filter(({ did }) => did === key).map(({ endMs }) => endMs)),
  )
}

function lastPictures({ reports }: Recording): number {
  return reports.reduce((last, one) => (one.type === 'gops' ? Math.max(last, one.report.endMs) : last), 0)
}
