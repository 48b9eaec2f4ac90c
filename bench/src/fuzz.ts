/**
 * `node bench/src/fuzz.ts [--seconds N] [--seed N] [--only TEXT]`: feeds every parser that reads what somebody else wrote with
 * mutations of captured bytes, each for N seconds, and fails on a throw that is not documented, on an input that takes too
 * long, and on memory that is not given back. What an input was follows from the seed and its number.
 */
import { fork } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { FrameReader, MalformedFrame, encodeFrame } from '@vedette/contract/frame'
import { readLiveMessage } from '@vedette/contract/live-message'
import type { Finding, FuzzTarget } from '@vedette/media/fuzz/run'
import { fuzz } from '@vedette/media/fuzz/run'
import { mediaTargets } from '@vedette/media/fuzz/targets'
import { Packager } from '@vedette/media/live/packager'
import { readRecording, receive } from '@vedette/media/rtsp/testing/recording'

const BATCH = 200
/** For one batch; an input takes less than a millisecond. */
const HANG_MS = 20_000
const TELL_MS = 500
const MAX_GROWTH_BYTES = 32 << 20

interface Task {
  name: string
  seed: number
  seconds: number
}

type Report = { kind: 'progress' } | { kind: 'finding'; finding: Finding } | Done

interface Done {
  kind: 'done'
  iterations: number
  grownBytes: number
}

/** Live messages as a shard sends them: a configuration, pictures and sound. */
function liveMessages(): Buffer[] {
  const messages: Buffer[] = []
  const packager = new Packager(1, (message) => messages.push(message.bytes()))
  const { formats, units } = receive(readRecording('h264-aac'))
  for (const format of formats) packager.format(format)
  for (const unit of units) packager.accessUnit(unit)
  return messages.slice(0, 20)
}

function refusedAs(isDocumented: (error: unknown) => boolean, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!isDocumented(error)) throw error
  }
}

const contractTargets: FuzzTarget[] = [
  {
    name: 'push frames',
    corpus: [
      Buffer.from(encodeFrame({ METHOD: '0000', BODY: {}, SEQID: '1' })),
      Buffer.from(
        encodeFrame({ METHOD: '3750', BODY: { List: [{ DID: 'a', Presence: 1 }] }, SEQID: '2', CODE: '200' }),
      ),
    ],
    run(input) {
      const reader = new FrameReader()
      const half = input.length >> 1
      refusedAs(
        (error) => error instanceof MalformedFrame,
        () => {
          reader.push(input.subarray(0, half))
          reader.push(input.subarray(half))
        },
      )
    },
  },
  {
    name: 'live messages',
    corpus: liveMessages(),
    run(input) {
      const buffer = new ArrayBuffer(input.length)
      new Uint8Array(buffer).set(input)
      refusedAs(isRefusedLiveMessage, () => void readLiveMessage(buffer))
    },
  },
]

const isRefusedLiveMessage = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof SyntaxError

const targets = [...mediaTargets, ...contractTargets]

/** In the child: batch after batch until the time is over. */
async function work({ name, seed, seconds }: Task): Promise<void> {
  const target = targets.find((one) => one.name === name)
  if (!target) throw new Error(`no target ${name}`)
  const tell = (report: Report): void => void process.send?.(report)
  const end = performance.now() + seconds * 1000
  let iterations = 0
  let usedAtFirst: number | undefined
  let toldAt = 0
  while (performance.now() < end) {
    const finding = fuzz(target, seed, iterations, BATCH)
    if (finding) return tell({ kind: 'finding', finding })
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
  tell({ kind: 'done', iterations, grownBytes: usedBytes() - (usedAtFirst ?? usedBytes()) })
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
    execArgv: ['--expose-gc'],
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
      if (report.kind === 'finding') settle(false, findingText(report.finding))
      else if (report.kind === 'done') {
        const megabytes = (report.grownBytes / (1 << 20)).toFixed(1)
        const isBounded = report.grownBytes < MAX_GROWTH_BYTES
        settle(isBounded, `${report.iterations} inputs, ${megabytes} MiB more than at first`)
      }
    })
  })
}

function findingText({ seed, iteration, input, error }: Finding): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `seed ${seed}, input ${iteration}: ${Buffer.from(input).toString('hex')}\n${what}`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      only: { type: 'string', default: '' },
      task: { type: 'string' },
    },
  })
  if (values.task !== undefined) return work(JSON.parse(values.task))
  const seed = Number(values.seed)
  console.log(`seed ${seed}`)
  let isGood = true
  for (const { name } of targets.filter((target) => target.name.includes(values.only)))
    isGood = (await watch({ name, seed, seconds: Number(values.seconds) })) && isGood
  process.exitCode = isGood ? 0 : 1
}

await main()
