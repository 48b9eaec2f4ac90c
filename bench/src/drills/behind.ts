import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Started, startProcess } from '../../../e2e/src/support/process.ts'
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { pause, quantile } from '../statistics.ts'
import { Running, verified } from './running.ts'

const LOOK_S = 0.5
/** How far a stream's timeline may be behind the clock: a part is written every two thirds of a second. */
const MOST_BEHIND_MS = 2000
/** Beside other drills, which begin and end meanwhile. */
const MOST_BEHIND_OTHERS_MS = 10_000
/** Told, not forbidden: how often it comes near. */
const LATE_MS = 1500
/** A stream that is begun, or whose camera is. */
const FIRST_MS = 10_000

/**
 * Cameras are recorded on a machine whose cores have other work: the timeline of each is never far behind, and what it once showed
 * it goes on showing, through every change of file. Not strict: beside other drills ten seconds are allowed.
 */
export async function behind(
  seconds: number,
  { cameras, isStrict = true }: { cameras: number; isStrict?: boolean },
): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-behind-'))
  const simulator = await startSimulator(cameras)
  const platform = await Running.start(dataFolder)
  const work: Started[] = isStrict
    ? Array.from({ length: availableParallelism() }, () =>
        startProcess('nice', [process.execPath, '-e', 'for (;;) Math.random()']),
      )
    : []
  const faults = new Set<string>()
  const behindMs: number[] = []
  let looks = 0
  try {
    const dids = await platform.add(simulator, cameras)
    await platform.untilAllRecord(dids, 0)
    const shown = new Map<string, number>()
    const begunMs = Date.now()
    while (Date.now() - begunMs < seconds * 1000) {
      const askedMs = Date.now()
      for (const [at, spans] of (await platform.spans(dids)).entries()) {
        const did = dids[at] ?? ''
        const endMs = spans.at(-1) ?? 0
        if (endMs < (shown.get(did) ?? 0))
          faults.add(`${did}: what was shown until ${shown.get(did)} is gone`)
        shown.set(did, endMs)
        if (askedMs - begunMs > FIRST_MS) behindMs.push(askedMs - endMs)
      }
      looks++
      await pause(LOOK_S)
    }
    await platform.started.stop()
    const { said, faults: found } = await verified(dataFolder)
    const worstMs = quantile(behindMs, 1)
    const late = behindMs.filter((ms) => ms > LATE_MS).length
    console.log(
      `${cameras} cameras for ${seconds} s, ${work.length} other programs at work: ${looks} looks, ` +
        `the timeline ${worstMs} ms behind at most (half of the time ${quantile(behindMs, 0.5)}, ` +
        `${late} times more than ${LATE_MS}); verify-archive says ${said}`,
    )
    if (worstMs > (isStrict ? MOST_BEHIND_MS : MOST_BEHIND_OTHERS_MS))
      faults.add(`a timeline ${worstMs} ms behind`)
    return [...faults, ...found]
  } finally {
    for (const one of work) await one.stop('SIGKILL')
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
