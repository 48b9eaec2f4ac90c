/** A process of ours that reports by messages over its IPC channel. */
import { fork } from 'node:child_process'

const STOP_LIMIT_MS = 5000

export interface Child {
  /** The value of `key` in the next message of this type; rejects when the process ends before it came. */
  message(type: string, key: string): Promise<string>
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  stop(): void
}

export function startChild(file: string, env: NodeJS.ProcessEnv): Child {
  const child = fork(file, [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', (code, signal) => listener(signal ? 0 : (code ?? 0))),
    message: (type, key) =>
      new Promise((resolve, reject) => {
        child.on('message', (message: unknown) => {
          if (typeof message !== 'object' || message === null || Reflect.get(message, 'type') !== type) return
          const value: unknown = Reflect.get(message, key)
          if (typeof value === 'string') resolve(value)
        })
        child.on('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)))
      }),
    stop: () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS).unref()
    },
  }
}
