/** The gate's side of the process that converts one stream. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { FRAME_KIND, framePrefix, FrameReader } from '@vedette/media/feed/frames'
import type { Viewer } from '@vedette/media/live/fan-out'

/** Over the process's channel; media goes through its standard streams. */
export type FromTranscoder = { type: 'ready' } | { type: 'unavailable'; detail: string }

export interface TranscodingHooks {
  /** It takes the source's messages from now on. */
  onReady(): void
  /** A live message of the converted stream. */
  onMessage(message: Buffer): void
  /** This machine has nothing to convert with; the process ends. */
  onUnavailable(detail: string): void
  /** Not told after `stop`. */
  onEnd(detail: string): void
}

export interface Transcoding {
  /** The process's place among those who watch the source. */
  readonly viewer: Viewer
  readonly pid: number | undefined
  stop(): void
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const INHERITED = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'HOME', 'NODE_COMPILE_CACHE']

/** `stream` is the number that the converted messages have. */
export function startTranscoding(stream: number, hooks: TranscodingHooks): Transcoding {
  const env: NodeJS.ProcessEnv = {}
  for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
  const child = fork(MAIN, [String(stream)], {
    env,
    execArgv: [],
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  let isOver = false
  const end = (detail: string): void => {
    if (isOver) return
    isOver = true
    hooks.onEnd(detail)
  }
  child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
  // Could not be started, or not be signalled; only the first leaves no process.
  child.on('error', (error) => {
    if (child.pid === undefined) end(error.message)
  })
  child.stdin?.on('error', () => {
    // It has ended: its end tells.
  })
  const reader = new FrameReader()
  child.stdout?.on('data', (chunk: Buffer) => {
    const fault = reader.push(chunk, ({ body }) => {
      if (!isOver) hooks.onMessage(body)
    })
    if (fault) child.kill('SIGKILL')
  })
  child.on('message', (message: FromTranscoder) => {
    if (isOver) return
    if (message.type === 'ready') return hooks.onReady()
    isOver = true
    hooks.onUnavailable(message.detail)
    child.kill('SIGKILL')
  })
  return {
    viewer: viewerOf(child),
    pid: child.pid,
    stop() {
      isOver = true
      // It holds nothing that would have to be written.
      child.kill('SIGKILL')
    },
  }
}

function viewerOf({ stdin }: ChildProcess): Viewer {
  return {
    send(message) {
      if (!stdin?.writable) return
      stdin.cork()
      stdin.write(framePrefix(FRAME_KIND.live, message.length))
      stdin.write(message)
      process.nextTick(() => stdin.uncork())
    },
    bufferedBytes: () => stdin?.writableLength ?? 0,
  }
}
