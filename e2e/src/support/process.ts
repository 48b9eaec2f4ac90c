/** Child processes that the stories start and end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Started {
  process: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the match of the first line that fits; rejects when the process ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Its exit status; -1 after a signal. */
  ended: Promise<number>
  /** Ends it and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const watchers = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const watcher of watchers) watcher(line)
    })
  }
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  return {
    process: child,
    output: () => lines.join('\n'),
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string): void => {
          const match = pattern.exec(line)
          if (!match) return
          watchers.delete(look)
          resolve(match)
        }
        watchers.add(look)
        for (const line of lines) look(line)
        void ended.then(() => reject(new Error(`${command} ended before ${pattern}:\n${lines.join('\n')}`)))
      }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}
