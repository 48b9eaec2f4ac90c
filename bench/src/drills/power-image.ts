import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { pause } from '../statistics.ts'
import { LoggedRun } from './power-log.ts'
import { Machine, makeDisk } from './power-machine.ts'
import { SAID, wayHere } from './power-ways.ts'
import { Running, verified } from './running.ts'

const CAMERAS = 8
const MAX_TAIL_MS = 2000
const MAX_START_MS = 10_000
/** What is recorded between two cuts: at least, and at random more. */
const BETWEEN_MS = 2000
const SPREAD_MS = 4000
const PATIENCE_MS = 600_000
const LOOK_S = 0.2

const Told = z.object({ atMs: z.number(), spans: z.array(z.array(z.number())) })
type Told = z.infer<typeof Told>

/**
 * The power of a machine is cut while a platform on it records: images of its disk, each of one moment. Each is checked as at a start, its journal
 * replayed, and a platform started on what was there; what was told to a user before the cut must still be there. When it is strict, the
 * machine itself is started again at the end, and tail and start are checked.
 */
export async function powerImage(
  times: number,
  { cameras = CAMERAS, isStrict = true } = {},
): Promise<string[]> {
  const way = await wayHere()
  console.log(`power-image: by ${way === undefined ? 'nothing' : SAID[way]}`)
  if (way === undefined) return ['nothing here can show what a power cut leaves']
  if (way === 'log') return byLog(times, cameras)
  const folder = mkdtempSync(join(tmpdir(), 'vedette-power-'))
  makeDisk(folder)
  const program = [process.execPath, join(import.meta.dirname, 'power-within.ts')]
  const dataFolder = join(folder, 'disk', 'data')
  let machine = Machine.start(way, folder, [...program, dataFolder, String(cameras)])
  const faults: string[] = []
  const recoveries: Recovery[] = []
  try {
    const [, names = ''] = await machine.started.line(/^cameras (.+)/)
    const dids = names.split(' ')
    await untilTold(machine, 0)
    for (let time = 0; time < times; time++) {
      await untilTold(machine, Date.now() + BETWEEN_MS)
      await pause(randomInt(SPREAD_MS) / 1000)
      const told = lastTold(machine)
      const cutMs = await machine.copyDisk(join(folder, 'copy.ext4'))
      const recovery = await recover(folder, { dids, told, cutMs })
      recoveries.push(recovery)
      faults.push(...recovery.faults.map((fault) => `cut ${time + 1}: ${fault}`))
    }
    if (isStrict) {
      await machine.cutPower()
      const cutMs = Date.now()
      machine = Machine.start(way, folder, [...program, dataFolder, String(cameras), ...dids])
      await untilTold(machine, cutMs)
    }
    const closed = recoveries.reduce((sum, one) => sum + one.closed, 0)
    const tail = Math.max(...recoveries.flatMap(({ tails }) => tails))
    const start = Math.max(...recoveries.map(({ startMs }) => startMs))
    console.log(
      `power of a machine (${SAID[way]}) cut ${times} times, ${cameras} cameras: ${closed} closed files seen, ${faults.length} faults; longest tail ${tail} ms, slowest start ${start} ms`,
    )
    if (isStrict && tail > MAX_TAIL_MS) faults.push(`a tail of ${tail} ms`)
    if (isStrict && start > MAX_START_MS) faults.push(`a start of ${start} ms`)
    return faults
  } finally {
    await machine.cutPower()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each cut is of a run of its own, for nothing of it goes on. */
async function byLog(times: number, cameras: number): Promise<string[]> {
  const recoveries: Recovery[] = []
  const faults: string[] = []
  for (let time = 0; time < times; time++) {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-power-'))
    const data = join(folder, 'data')
    const program = [process.execPath, join(import.meta.dirname, 'power-within.ts'), data, String(cameras)]
    const run = LoggedRun.start(folder, data, program)
    try {
      const [, names = ''] = await run.started.line(/^cameras (.+)/)
      await untilTold(run, Date.now() + BETWEEN_MS)
      await pause(randomInt(SPREAD_MS) / 1000)
      const told = lastTold(run)
      const found = join(folder, 'found')
      mkdirSync(found)
      const { cutMs, droppedBytes, isWatched } = await run.cut(join(found, 'data'))
      console.log(`power-image: ${droppedBytes} bytes were not flushed`)
      if (!isWatched) faults.push('the log has no recorded file')
      const recovery = await check(found, { dids: names.split(' '), told, cutMs })
      recoveries.push(recovery)
      faults.push(...recovery.faults.map((fault) => `cut ${time + 1}: ${fault}`))
    } finally {
      await run.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const closed = recoveries.reduce((sum, one) => sum + one.closed, 0)
  const tail = Math.max(...recoveries.flatMap(({ tails }) => tails))
  console.log(
    `what was not flushed was dropped ${times} times (${SAID.log}), ${cameras} cameras: ${closed} closed files seen, ${faults.length} faults; longest tail ${tail} ms`,
  )
  return faults
}

interface Recovery {
  closed: number
  tails: number[]
  startMs: number
  faults: string[]
}

/** Does what a machine's start does with `copy.ext4`, and checks what is there. */
async function recover(
  folder: string,
  { dids, told, cutMs }: { dids: string[]; told: Told; cutMs: number },
): Promise<Recovery> {
  const found = join(folder, 'found')
  mkdirSync(found)
  const unsound = takeOut(join(folder, 'copy.ext4'), found)
  const recovery = await check(found, { dids, told, cutMs })
  return { ...recovery, faults: [...unsound, ...recovery.faults] }
}

/** Starts a platform on what was found. */
async function check(
  found: string,
  { dids, told, cutMs }: { dids: string[]; told: Told; cutMs: number },
): Promise<Recovery> {
  const faults: string[] = []
  const data = join(found, 'data')
  const openFiles = (): number => readdirSync(join(data, 'archive', '.open')).length
  const open = openFiles()
  const startedMs = Date.now()
  const platform = await Running.start(data)
  const startMs = Date.now() - startedMs
  try {
    await until('all tails are ended', () => openFiles() === 0)
    const spans = await platform.spans(dids, cutMs)
    await platform.started.stop()
    const proof = await verified(data)
    faults.push(...proof.faults)
    for (const [i, did] of dids.entries()) faults.push(...lost(told.spans[i] ?? [], spans[i] ?? [], did))
    if (told.atMs > cutMs) faults.push(`its clock is ${told.atMs - cutMs} ms ahead`)
    return {
      closed: Number.parseInt(proof.said, 10) - open,
      tails: spans.map((ofOne) => cutMs - (ofOne.at(-1) ?? 0)),
      startMs,
      faults,
    }
  } finally {
    await platform.started.stop('SIGKILL')
    rmSync(found, { recursive: true })
  }
}

/** The files of an image, without mounting it. */
function takeOut(image: string, to: string): string[] {
  const checked = spawnSync('e2fsck', ['-fy', image], { encoding: 'utf8' })
  const taken = spawnSync('debugfs', ['-R', `rdump /data ${to}`, image], { encoding: 'utf8' })
  // 1: all that was wrong is put right, as after any power cut.
  const isSound = checked.status === 0 || checked.status === 1
  return isSound && taken.status === 0 ? [] : [`the file system: ${checked.stdout} ${taken.stderr}`]
}

/** What was told of a device and is not there any more. */
function lost(told: readonly number[], found: readonly number[], did: string): string[] {
  return pairs(told).flatMap(([startMs, endMs]) =>
    pairs(found).some(([from, to]) => from <= startMs && to >= endMs)
      ? []
      : [`${did}: ${startMs}–${endMs} was told, and is lost`],
  )
}

const pairs = (spans: readonly number[]): [number, number][] =>
  spans.flatMap((at, i) => (i % 2 === 0 ? [[at, spans[i + 1] ?? at]] : []))

function lastTold({ started }: Pick<Machine, 'started'>): Told {
  const line = started
    .output()
    .split('\n')
    .findLast((it) => it.startsWith('told ') && it.endsWith('}'))
  return line === undefined ? { atMs: 0, spans: [] } : Told.parse(JSON.parse(line.slice('told '.length)))
}

/** All cameras are recorded until after this moment. */
async function untilTold(machine: Pick<Machine, 'started'>, sinceMs: number): Promise<void> {
  await until('all are recorded', () => {
    const { exitCode } = machine.started.process
    if (exitCode !== null)
      throw new Error(`the machine ended with ${exitCode}:\n${machine.started.output().slice(-2000)}`)
    const { spans } = lastTold(machine)
    return spans.length > 0 && spans.every((ofOne) => (ofOne.at(-1) ?? 0) > sinceMs)
  })
}

async function until(what: string, isMet: () => boolean): Promise<void> {
  const stuckAt = Date.now() + PATIENCE_MS
  while (!isMet()) {
    if (Date.now() > stuckAt) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    await pause(LOOK_S)
  }
}
