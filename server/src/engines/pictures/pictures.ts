/** Pictures that people upload: decoded and encoded anew in a process of their own, never stored as sent (reading 8). */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { Turns } from '../../http/turns.ts'
import { headerOf } from './header.ts'

/** 96 MB of pixels. */
const MOST_PIXELS = 24_000_000
const LONGEST_SIDE = 12_000
const LIMIT_MS = 20_000
const HEAP_MB = 256
const AT_ONCE = 1
const LONGEST_LINE = 16

const WORKER = join(import.meta.dirname, 'worker.ts')
const PROGRAM = resolve(import.meta.dirname, '../../../..')

export type PictureOutcome = { kind: 'picture'; webp: Buffer } | { kind: 'noPicture' } | { kind: 'tooLarge' }

export interface Pictures {
  /** The picture as WebP, without anything that was hidden in its file, no side longer than this. */
  reencode(bytes: Buffer, longestSide: number): Promise<PictureOutcome>
}

export function createPictures(): Pictures {
  const turns = new Turns(AT_ONCE, LONGEST_LINE)
  return {
    async reencode(bytes, longestSide) {
      const header = headerOf(bytes)
      if (!header || header.width === 0 || header.height === 0) return { kind: 'noPicture' }
      const { width, height } = header
      if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS)
        return { kind: 'tooLarge' }
      const webp = await turns.take(() => inQuarantine([header.kind, String(longestSide)], bytes))
      return webp ? { kind: 'picture', webp } : { kind: 'noPicture' }
    },
  }
}

/** Undefined when the process failed, which is what broken and hostile pictures make it do. */
async function inQuarantine(args: readonly string[], bytes: Buffer): Promise<Buffer | undefined> {
  const child = spawn(
    process.execPath,
    ['--permission', `--allow-fs-read=${PROGRAM}`, `--max-old-space-size=${HEAP_MB}`, WORKER, ...args],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  )
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code))
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  const [webp, code] = await Promise.all([buffer(child.stdout), ended])
  return code === 0 && webp.length > 0 ? webp : undefined
}
