/**
 * Where no machine can be started whose power could be cut: the platform's writes are logged by strace, everything is killed at one moment,
 * and from what its files then hold is dropped what no disk had been told to keep. What was overwritten stays as it is; a disk may have both.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

import { type Started, startProcess } from '../../../e2e/src/support/process.ts'
import { processesBelow } from '../../../e2e/src/support/process-tree.ts'
import { pause } from '../statistics.ts'
import { CALLS, keptOf } from './write-log.ts'

export const STRACE = '/usr/bin/strace'
const LOOK_S = 0.01

export class LoggedRun {
  readonly started: Started
  readonly #folder: string
  readonly #data: string

  private constructor(folder: string, data: string, started: Started) {
    this.#folder = folder
    this.#data = data
    this.started = started
  }

  /** Runs one program, whose files in `data` are watched. */
  static start(folder: string, data: string, program: readonly string[]): LoggedRun {
    const filter = ['-f', '--seccomp-bpf', '-y', '-s', '0', '-e', `trace=${CALLS}`]
    const args = [...filter, '-o', join(folder, 'writes.log'), ...program]
    // No camera is to be found again after the cut.
    return new LoggedRun(folder, data, startProcess(STRACE, args, { VEDETTE_SIM_RTSP_PORT: '0' }))
  }

  /** Leaves what a disk would have kept in the folder. */
  async cut(to: string): Promise<{ cutMs: number; droppedBytes: number; isWatched: boolean }> {
    const all = this.#processes()
    const cutMs = Date.now()
    for (const pid of all) signal(pid, 'SIGSTOP')
    while (!all.every((pid) => /^[TtZX]?$/.test(stateOf(pid)))) await pause(LOOK_S)
    cpSync(this.#data, to, { recursive: true, filter: (path) => !isPlace(path) })
    const kept = keptOf(readFileSync(join(this.#folder, 'writes.log'), 'utf8'))
    await this.end()
    let [droppedBytes, isWatched] = [0, false]
    for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
      const [path, file] = [join(to, name), kept.get(join(this.#data, name))]
      if (!file || !existsSync(path) || !statSync(path).isFile()) continue
      if (path.endsWith('.mp4')) isWatched = true
      droppedBytes += Math.max(0, statSync(path).size - (file.hasName ? file.bytes : 0))
      if (!file.hasName) rmSync(path)
      else if (file.bytes < statSync(path).size) truncateSync(path, file.bytes)
    }
    return { cutMs, droppedBytes, isWatched }
  }

  async end(): Promise<void> {
    for (const pid of this.#processes()) signal(pid, 'SIGKILL')
    await this.started.ended
  }

  #processes(): number[] {
    const { pid, exitCode, signalCode } = this.started.process
    return pid === undefined || exitCode !== null || signalCode !== null ? [] : processesBelow(pid, '')
  }
}

/** A socket or a pipe, which no copy can hold. */
function isPlace(path: string): boolean {
  const is = statSync(path, { throwIfNoEntry: false })
  return is === undefined || is.isSocket() || is.isFIFO()
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Empty when it is gone. */
function stateOf(pid: number): string {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'latin1') : ''
  return stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
}
