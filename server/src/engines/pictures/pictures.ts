/** Pictures that people upload: decoded and encoded anew in a process of their own, never stored as sent (reading 8). */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { Turns } from '../../http/turns.ts'
import { headerOf, type PictureHeader } from './header.ts'

/** 96 MB of pixels. */
const MOST_PIXELS = 24_000_000
const LONGEST_SIDE = 12_000
const LIMIT_MS = 20_000
const HEAP_MB = 256
const AT_ONCE = 1
/** As `nice` counts. */
const BEHIND_OTHERS = 10
const LONGEST_LINE = 16
const LONGEST_LINE_OF_SNAPSHOTS = 200

const WORKER = join(import.meta.dirname, 'worker.ts')
const PROGRAM = resolve(import.meta.dirname, '../../../..')

export type PictureOutcome = { kind: 'picture'; webp: Buffer } | { kind: 'noPicture' } | { kind: 'tooLarge' }

export interface Pictures {
  /** The picture as WebP, without anything that was hidden in its file, no side longer than this. */
  reencode(bytes: Buffer, longestSide: number): Promise<PictureOutcome>
  /** What a camera saw: a small WebP for lists, and a PNG. Undefined for what cannot be shown. */
  snapshot(bytes: Buffer, longest: { webp: number; png: number }): Promise<Snapshot | undefined>
}

export interface Snapshot {
  webp: Buffer
  png: Buffer
}

export function createPictures(): Pictures {
  const turns = new Turns(AT_ONCE, LONGEST_LINE)
  const snapshotTurns = new Turns(AT_ONCE, LONGEST_LINE_OF_SNAPSHOTS)
  return {
    async reencode(bytes, longestSide) {
      const header = headerOf(bytes)
      if (!header || header.width === 0 || header.height === 0) return { kind: 'noPicture' }
      if (isTooLarge(header)) return { kind: 'tooLarge' }
      const webp = await turns.take(() => inQuarantine([header.kind, String(longestSide)], bytes))
      return webp ? { kind: 'picture', webp } : { kind: 'noPicture' }
    },

    async snapshot(bytes, longest) {
      const header = headerOf(bytes)
      if (!header || header.width === 0 || header.height === 0 || isTooLarge(header)) return undefined
      const sides = [String(longest.webp), String(longest.png)]
      const both = await snapshotTurns.take(() => inQuarantine([header.kind, ...sides], bytes))
      if (!both || both.length <= 4) return undefined
      const end = 4 + both.readUInt32BE(0)
      return { webp: both.subarray(4, end), png: both.subarray(end) }
    },
  }
}

function isTooLarge({ width, height }: PictureHeader): boolean {
  return width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS
}

/** Undefined when the process failed, which is what broken and hostile pictures make it do. */
async function inQuarantine(args: readonly string[], bytes: Buffer): Promise<Buffer | undefined> {
  const child = spawn(
    process.execPath,
    ['--permission', `--allow-fs-read=${PROGRAM}`, `--max-old-space-size=${HEAP_MB}`, WORKER, ...args],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  )
  // Live video and recording never wait for a picture.
  if (child.pid !== undefined) setPriority(child.pid, BEHIND_OTHERS)
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
