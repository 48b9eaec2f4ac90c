/** Two machines on one cable, as far as their networks go: network namespaces of Linux, joined by a pair of virtual cards. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { type Started, startProcess } from '../process.ts'

const run = promisify(execFile)

export interface Machine {
  /** Its address on the cable. */
  address: string
  /** A command line that acts on this machine: put before the command itself. */
  within: readonly string[]
}

export interface Network {
  /** `near` has its default route over the cable, as a machine with one network has. */
  near: Machine
  far: Machine
  stop(): Promise<void>
}

const [NEAR, FAR] = ['10.77.0.1', '10.77.0.2']
const READY = ['sh', '-c', 'echo ready; exec sleep infinity']

/** Rejects where the system allows no namespaces: it wants Linux, and root or namespaces of users. */
export async function twoMachines(): Promise<Network> {
  const asRoot = process.getuid?.() === 0
  // Anyone who is not root may be it in a namespace of users, to which both networks then belong.
  const near = await holder(asRoot ? [] : ['--user', '--map-root-user'], [])
  const nearPid = String(near.process.pid)
  const joined = asRoot ? [] : ['--user', '--preserve-credentials']
  const far = await holder([], asRoot ? [] : ['nsenter', '--target', nearPid, ...joined])
  const farPid = String(far.process.pid)
  const enter = (pid: string): string[] => ['nsenter', '--target', pid, '--net', ...joined]
  const ip = (pid: string, ...args: string[]) => {
    const [command = '', ...rest] = [...enter(pid), 'ip', ...args]
    return run(command, rest)
  }
  const stop = async (): Promise<void> => {
    await Promise.all([near.stop('SIGKILL'), far.stop('SIGKILL')])
  }
  try {
    await ip(nearPid, 'link', 'add', 'name', 'cable0', 'type', 'veth', 'peer', 'name', 'cable1')
    await ip(nearPid, 'link', 'set', 'cable1', 'netns', farPid)
    for (const [pid, card, address] of [
      [nearPid, 'cable0', NEAR],
      [farPid, 'cable1', FAR],
    ] as const) {
      await ip(pid, 'address', 'add', `${address}/24`, 'dev', card)
      for (const one of ['lo', card]) await ip(pid, 'link', 'set', one, 'up')
    }
    await ip(nearPid, 'route', 'add', 'default', 'via', FAR)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    near: { address: NEAR, within: enter(nearPid) },
    far: { address: FAR, within: enter(farPid) },
    stop,
  }
}

/** A process that keeps a new network namespace open. */
async function holder(how: readonly string[], before: readonly string[]): Promise<Started> {
  const [command = '', ...args] = [...before, 'unshare', '--net', ...how, '--', ...READY]
  const started = startProcess(command, args)
  await started.line(/^ready$/)
  return started
}
