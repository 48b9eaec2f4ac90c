/**
 * How this machine can show what a power cut leaves. `node power-ways.ts` prints it: `uml` (User Mode Linux), `kvm` (QEMU with the processor's
 * help), `log` (neither starts: a log of writes) or `none`. `VEDETTE_DRILL_POWER` forces one, `tcg` (QEMU without help) too: a platform in it
 * is so slow that it misses its own time limits on most machines.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { STRACE } from './power-log.ts'
import { Machine, type MachineWay, makeDisk } from './power-machine.ts'
import { kernelOf, QEMU } from './power-qemu.ts'
import { UML } from './power-uml.ts'

const Way = z.enum(['uml', 'kvm', 'tcg', 'log'])
type Way = z.infer<typeof Way>

export const SAID: Record<Way, string> = {
  uml: 'User Mode Linux',
  kvm: 'QEMU with KVM',
  tcg: 'QEMU without KVM',
  log: 'a log of writes',
}

/** Each is tried in this order: on some processors a kernel panics before its first program, on others it stands still. */
const TRIAL_MS: [MachineWay, number][] = [
  ['uml', 15_000],
  ['kvm', 30_000],
]

export async function wayHere(): Promise<Way | undefined> {
  const forced = process.env['VEDETTE_DRILL_POWER']
  if (forced !== undefined && forced !== '') return Way.parse(forced)
  for (const [way, trialMs] of TRIAL_MS) if (await canRun(way, trialMs)) return way
  return canTrace() ? 'log' : undefined
}

/** Where everything is a container of no rights, nothing may be traced. */
function canTrace(): boolean {
  if (process.platform !== 'linux' || !existsSync(STRACE)) return false
  return spawnSync(STRACE, ['-f', '--seccomp-bpf', '-o', '/dev/null', '/bin/true']).status === 0
}

async function canRun(way: MachineWay, trialMs: number): Promise<boolean> {
  if (process.platform !== 'linux') return false
  if (way === 'uml' ? !existsSync(UML) : !existsSync(QEMU) || !kernelOf()) return false
  if (way === 'kvm' && !existsSync('/dev/kvm')) return false
  const folder = mkdtempSync(join(tmpdir(), 'vedette-trial-'))
  makeDisk(folder)
  const machine = Machine.start(way, folder, ['sh', '-c', `'/bin/true && echo it runs && sleep 600'`])
  const late = setTimeout(() => void machine.cutPower(), trialMs)
  try {
    await machine.started.line(/^it runs/)
    return true
  } catch {
    // It ended, by itself or by us.
    return false
  } finally {
    clearTimeout(late)
    await machine.cutPower()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log((await wayHere()) ?? 'none')
