import { judge, Recording } from './recording.ts'

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
      const seen = recording.reports.length
      if (whom === 'gate') {
        await recording.killGate()
        recording.startGate()
      } else for (const pid of recording.shardPids) process.kill(pid, 'SIGKILL')
      await recording.untilAllRecord(killedMs - 500)
      recoveries.push(Date.now() - killedMs)
      const isTold = () => killed(recording, whom === 'gate' ? 0 : seen).length >= cameras
      await recording.until('what was killed is told', isTold)
      for (const { endMs } of killed(recording, whom === 'gate' ? 0 : seen)) tails.push(killedMs - endMs)
    }
    await recording.stop()
    const { files, frames, faults } = await judge(recording.settings.archive, recording.settings.index)
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

function killed({ reports }: Recording, from: number): { endMs: number }[] {
  return reports
    .slice(from)
    .flatMap((one) => (one.type === 'file' && one.row.endReason === 'killed' ? [one.row] : []))
}

function lastPictures({ reports }: Recording): number {
  return reports.reduce((last, one) => (one.type === 'gops' ? Math.max(last, one.report.endMs) : last), 0)
}
