/**
 * `npm run fuzz -- [--minutes N | --seconds N] [--seed N] [--target TEXT] [--from N]`: feeds every parser that reads what somebody
 * else wrote with mutations of real bytes, each for so long (10 minutes), and fails on a throw that is not documented, on an input
 * that takes too long, and on memory that is not given back. What an input was follows from the seed and its number.
 */
import { fork } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { deviceTargets } from '@vedette/devices/fuzz/targets'
import { findingText, fuzz } from '@vedette/media/fuzz/run'
import { mediaTargets } from '@vedette/media/fuzz/targets'
import { serverTargets } from '@vedette/server/fuzz/targets'

const BATCH = 50
/** Time limit of one batch, by the clock of a busy machine; an input takes a few milliseconds at most. */
const HANG_MS = 60_000
/** Processor time for one batch. */
const MAX_BATCH_MS = 5000
const TELL_MS = 500
const MAX_GROWTH_BYTES = 32 << 20
/** Nothing that comes from outside may need more. */
const HEAP_MB = 512

interface Task {
  name: string
  seed: number
  seconds: number
  /** The number of the first input. */
  from: number
}

type Report =
  | { kind: 'progress' }
  | { kind: 'finding'; text: string }
  | { kind: 'slow'; from: number; slowestBatchMs: number }
  | Done

interface Done {
  kind: 'done'
  iterations: number
  grownBytes: number
  slowestBatchMs: number
}

const targets = [...mediaTargets, ...deviceTargets, ...serverTargets]

/** The child's work: batch after batch until the time is over. */
async function work({ name, seed, seconds, from }: Task): Promise<void> {
  const target = targets.find((one) => one.name === name)
  if (!target) throw new Error(`no target ${name}`)
  const tell = (report: Report): void => void process.send?.(report)
  const end = performance.now() + seconds * 1000
  let iterations = 0
  let usedAtFirst: number | undefined
  let toldAt = 0
  let slowestBatchMs = 0
  while (performance.now() < end) {
    const before = process.cpuUsage()
    const finding = await fuzz(target, seed, from + iterations, BATCH)
    if (finding) return tell({ kind: 'finding', text: findingText(finding) })
    const { user, system } = process.cpuUsage(before)
    slowestBatchMs = Math.max(slowestBatchMs, (user + system) / 1000)
    if (slowestBatchMs > MAX_BATCH_MS) return tell({ kind: 'slow', from: from + iterations, slowestBatchMs })
    iterations += BATCH
    if (performance.now() > toldAt + TELL_MS) {
      toldAt = performance.now()
      tell({ kind: 'progress' })
      // A turn of the event loop, for the message to leave.
      await setImmediate()
    }
    const isWarm = performance.now() > end - seconds * 750
    if (isWarm) usedAtFirst ??= usedBytes()
  }
  const grownBytes = usedBytes() - (usedAtFirst ?? usedBytes())
  await target.close?.()
  tell({ kind: 'done', iterations, grownBytes, slowestBatchMs })
}

function usedBytes(): number {
  // What the first frees, buffers among it, is counted as free only after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Whether the target stood it, in a process of its own. */
function watch(task: Task): Promise<boolean> {
  const child = fork(fileURLToPath(import.meta.url), ['--task', JSON.stringify(task)], {
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
  })
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (isGood: boolean, said: string): void => {
      if (isSettled) return
      isSettled = true
      clearTimeout(watchdog)
      child.kill('SIGKILL')
      console.log(`${task.name}: ${said}`)
      resolve(isGood)
    }
    const hang = (): void => settle(false, `no progress for ${HANG_MS} ms`)
    let watchdog = setTimeout(hang, HANG_MS)
    child.on('exit', (code) => settle(false, `ended with ${code}`))
    child.on('message', (report: Report) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(hang, HANG_MS)
      if (report.kind === 'finding') settle(false, report.text)
      else if (report.kind === 'slow')
        settle(false, `${BATCH} inputs from ${report.from} on took ${Math.round(report.slowestBatchMs)} ms`)
      else if (report.kind === 'done') {
        const megabytes = (report.grownBytes / (1 << 20)).toFixed(1)
        const isBounded = report.grownBytes < MAX_GROWTH_BYTES
        const slowest = Math.round(report.slowestBatchMs)
        settle(
          isBounded,
          `${report.iterations} inputs, ${megabytes} MiB more than at first, slowest ${BATCH} in ${slowest} ms`,
        )
      }
    })
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seconds: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      target: { type: 'string', default: '' },
      from: { type: 'string', default: '0' },
      task: { type: 'string' },
    },
  })
  if (values.task !== undefined) return work(JSON.parse(values.task))
  const seed = Number(values.seed)
  const seconds = Number(values.seconds ?? Number(values.minutes) * 60)
  const from = Number(values.from)
  console.log(`seed ${seed}, ${seconds} s each`)
  let isGood = true
  for (const { name } of targets.filter((target) => target.name.includes(values.target)))
    isGood = (await watch({ name, seed, seconds, from })) && isGood
  process.exitCode = isGood ? 0 : 1
}

await main()
