/**
 * A machine whose power can be cut: User Mode Linux or QEMU, a kernel within ordinary processes. Its root is this machine's, read-only, and
 * its disk an image with ext4. What its disk was told to write and has acknowledged is in the image; what stands in its memory is lost.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Started, startProcess } from '../../../e2e/src/support/process.ts'
import { processesBelow, readIfThere } from '../../../e2e/src/support/process-tree.ts'
import { pause } from '../statistics.ts'
import { QEMU_DISK, qemuClock, qemuCommand } from './power-qemu.ts'
import { UML_DISK, umlCommand } from './power-uml.ts'

/** User Mode Linux, or QEMU with or without KVM. */
export type MachineWay = 'uml' | 'kvm' | 'tcg'

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
  static start(way: MachineWay, folder: string, program: readonly string[]): Machine {
    for (const name of ['disk', 'memory', 'own']) mkdirSync(join(folder, name), { recursive: true })
    const init = join(folder, 'init')
    const disk = join(folder, 'disk.ext4')
    const isUml = way === 'uml'
    const { command, args } = isUml
      ? umlCommand(folder, init, MEMORY, disk)
      : qemuCommand(folder, init, { memory: MEMORY, disk, hasKvm: way === 'kvm' })
    const first = isUml ? '' : qemuClock(folder)
    writeFileSync(init, initOf(folder, { program, first, disk: isUml ? UML_DISK : QEMU_DISK }), {
      mode: 0o755,
    })
    return new Machine(folder, startProcess(command, args))
  }

  /** The image as it is at one moment: nothing of the machine moves meanwhile. Returns the time of that moment. */
  async copyDisk(to: string): Promise<number> {
    const standing = this.#kernel()
    const cutMs = Date.now()
    try {
      await halt(standing)
      execFileSync('cp', ['--sparse=always', join(this.#folder, 'disk.ext4'), to])
    } finally {
      for (const pid of standing) signal(pid, 'SIGCONT')
    }
    return cutMs
  }

  /**
   * Its programs are processes that it traces, and would go on alone, with its output open, so that it never ended. User Mode Linux makes
   * itself the head of a group, which is killed at one moment: one that it starts while they are listed would be missed. QEMU is one process.
   */
  async cutPower(): Promise<void> {
    const { pid } = this.started.process
    if (pid !== undefined && this.#processes().length > 0)
      for (const whole of [-pid, pid]) signal(whole, 'SIGKILL')
    await this.started.ended
  }

  /** The processes that its programs are not. */
  #kernel(): number[] {
    return this.#processes().filter((pid) => stateOf(pid, 'TracerPid') === '0')
  }

  #processes(): number[] {
    const { pid, exitCode, signalCode } = this.started.process
    return pid === undefined || exitCode !== null || signalCode !== null ? [] : processesBelow(pid, '')
  }
}

function initOf(
  folder: string,
  { program, first, disk }: { program: readonly string[]; first: string; disk: string },
): string {
  return `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
exec >/dev/console 2>&1
${first}mount -t tmpfs tmpfs ${folder}/memory
mount -t ext4 ${disk} ${folder}/disk
ip link set lo up
export TMPDIR=${folder}/memory
exec ${program.join(' ')}
`
}

/** Returns when none of these runs any more. */
async function halt(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  while (!pids.every((pid) => /^[TtZX]?$/.test(stateOf(pid, 'State').slice(0, 1)))) await pause(LOOK_S)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Empty for a process that has ended. */
function stateOf(pid: number, name: string): string {
  const lines = readIfThere(`/proc/${pid}/status`).split('\n')
  return (lines.find((line) => line.startsWith(`${name}:`)) ?? '').slice(name.length + 1).trim()
}
