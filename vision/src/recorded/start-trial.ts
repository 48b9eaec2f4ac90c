/** The gate's side of a trial: a process of its own for each film, which ends with it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

import type { LookSettings } from '../settings.ts'
import type { FromTrial, ToTrial } from './messages.ts'

export interface TrialFilm {
  /** Fragmented MP4. */
  chunks: AsyncIterable<Buffer>
  /** The wall clock at its media time 0, ms since 1970. */
  originMs: number
}

export interface TrialMeans {
  /** Where the converted model is kept. */
  cacheFolder: string
  decoder?: 'node-av' | 'ffmpeg' | undefined
  /** An operator's ONNX file, or `off`. */
  model?: string | undefined
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const INHERITED = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'HOME', 'NODE_COMPILE_CACHE']

/** Resolves at its end, of which the last message tells; without one it was ended, or died. */
export async function startTrial(
  film: TrialFilm,
  settings: LookSettings,
  { cacheFolder, decoder, model }: TrialMeans,
  { tell, signal }: { tell: (message: FromTrial) => void; signal: AbortSignal },
): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    VEDETTE_VISION_CACHE: cacheFolder,
    ...(decoder ? { VEDETTE_VISION_DECODER: decoder } : {}),
    ...(model ? { VEDETTE_VISION_MODEL: model } : {}),
  }
  for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
  const child = fork(MAIN, [], {
    env,
    execArgv: [],
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    // Pictures are bytes.
    serialization: 'advanced',
  })
  const end = (): void => void child.kill('SIGKILL')
  signal.addEventListener('abort', end, { once: true })
  const gone = once(child, 'exit')
  child.on('message', (message) => {
    if (!signal.aborted) tell(message as FromTrial)
  })
  // It may have seen enough, or be gone: its end tells.
  const fed = child.stdin ? pipeline(Readable.from(film.chunks), child.stdin).catch(() => {}) : undefined
  const asked: ToTrial = { settings, originMs: film.originMs }
  child.send(asked, () => {})
  if (signal.aborted) end()
  try {
    await gone
    await fed
  } finally {
    signal.removeEventListener('abort', end)
  }
}
