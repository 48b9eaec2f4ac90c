/** A process of ours that reports by messages over its IPC channel. */
import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'

import { inspectorFlags } from '@vedette/media/shard/inspector'
import type { z } from 'zod'

import { ENVIRONMENT, NODE_FLAGS } from '../process-settings.ts'

const STOP_LIMIT_MS = 5000

/** But for the inspector's port, which is one process's alone. */
const OWN_FLAGS = process.execArgv.filter((flag) => !flag.startsWith('--inspect'))

/** What is set for others than the simulator is the platform's alone: passwords, keys and tokens are among it. */
const OF_THE_PLATFORM = /^VEDETTE_(?!SIM_)/

export interface ChildEnd {
  /** Exit code as a shell has it: 128 and the signal's number when one ended it. */
  code: number
  signal: NodeJS.Signals | null
}

export interface Child {
  /** The first message of this shape; undefined when the process ends before it came. */
  report<Shape extends z.ZodType>(shape: Shape): Promise<z.output<Shape> | undefined>
  send(command: object): void
  onExit(listener: (end: ChildEnd) => void): void
  stop(): void
}

/** The platform, with all that the operator set. */
export function startServer(file: string, env: NodeJS.ProcessEnv): Child {
  return childOf(
    fork(file, [], {
      execArgv: [...NODE_FLAGS, ...OWN_FLAGS, ...inspectorFlags(1)],
      env: { ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
}

/** Another process: it knows nothing that the platform was told, and what it prints for people at a terminal is not shown. */
export function startBeside(file: string, env: NodeJS.ProcessEnv): Child {
  const harmless = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_THE_PLATFORM.test(name)))
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  return childOf(fork(file, [], { env: harmless, execArgv: OWN_FLAGS, stdio: [...stdio] }))
}

function childOf(child: ChildProcess): Child {
  return {
    report: (shape) =>
      new Promise((resolve) => {
        child.on('message', (message) => {
          const report = shape.safeParse(message)
          if (report.success) resolve(report.data)
        })
        child.on('exit', () => resolve(undefined))
      }),
    send: (command) => {
      if (child.connected) child.send(command)
    },
    onExit: (listener) =>
      void child.on('exit', (code, signal) =>
        listener({ code: signal ? 128 + constants.signals[signal] : (code ?? 0), signal }),
      ),
    stop: () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS).unref()
    },
  }
}
