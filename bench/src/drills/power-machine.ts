/**
 * A machine whose power can be cut: User Mode Linux, a kernel that is an ordinary process. Its root is this machine's, read-only, and its
 * disk an image with ext4. What its disk was told to write and has acknowledged is in the image; what stands in its memory is lost.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Started, startProcess } from '../../../e2e/src/support/process.ts'
import { processesBelow } from '../../../e2e/src/support/process-tree.ts'
import { pause } from '../statistics.ts'

export const KERNEL = '/usr/bin/linux.uml'
const IMAGE_SIZE = '2G'
const MEMORY = '1536M'
const LOOK_S = 0.002

/** The folder has a `disk.ext4` then. */
export function makeDisk(folder: string): void {
  execFileSync('mkfs.ext4', ['-q', join(folder, 'disk.ext4'), IMAGE_SIZE])
}

export class Machine {
  readonly started: Started
  readonly #folder: string

  private constructor(folder: string, started: Started) {
    this.#folder = folder
    this.started = started
  }

  /** Runs one program, for which the disk stands at `disk` in the folder. */
  static start(folder: string, program: readonly string[]): Machine {
    for (const name of ['disk', 'memory', 'own']) mkdirSync(join(folder, name), { recursive: true })
    const init = join(folder, 'init')
    writeFileSync(init, initOf(folder, program), { mode: 0o755 })
    const root = ['root=/dev/root', 'rootfstype=hostfs', 'rootflags=/', 'ro', `init=${init}`]
    const consoles = ['con=null', 'con0=null,fd:1', 'quiet', `uml_dir=${folder}/own/`]
    const disk = `ubd0=${join(folder, 'disk.ext4')}`
    return new Machine(folder, startProcess(KERNEL, [`mem=${MEMORY}`, disk, ...root, ...consoles]))
  }

  /** The image as it is at one moment: nothing of the machine moves meanwhile. Answers when that was. */
  async copyDisk(to: string): Promise<number> {
    const standing = this.#processes().filter((pid) => stateOf(pid, 'TracerPid') === '0')
    const cutMs = Date.now()
    for (const pid of standing) process.kill(pid, 'SIGSTOP')
    try {
      while (!standing.every((pid) => stateOf(pid, 'State').startsWith('T'))) await pause(LOOK_S)
      execFileSync('cp', ['--sparse=always', join(this.#folder, 'disk.ext4'), to])
    } finally {
      for (const pid of standing) process.kill(pid, 'SIGCONT')
    }
    return cutMs
  }

  /** Its programs are processes that it traces, and would go on alone. */
  async cutPower(): Promise<void> {
    for (const pid of this.#processes()) kill(pid)
    await this.started.ended
  }

  #processes(): number[] {
    const { pid, exitCode, signalCode } = this.started.process
    return pid === undefined || exitCode !== null || signalCode !== null ? [] : processesBelow(pid, '')
  }
}

function initOf(folder: string, program: readonly string[]): string {
  return `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
exec >/dev/console 2>&1
mount -t tmpfs tmpfs ${folder}/memory
mount -t ext4 /dev/ubda ${folder}/disk
ip link set lo up
export TMPDIR=${folder}/memory
exec ${program.join(' ')}
`
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function stateOf(pid: number, name: string): string {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
  return (lines.find((line) => line.startsWith(`${name}:`)) ?? '').slice(name.length + 1).trim()
}
