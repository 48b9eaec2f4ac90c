/** The process that converts one stream: `node main.ts <stream>`, started by `startTranscoding`. Live messages go in and come out. */
import { setPriority } from 'node:os'

import { FRAME_KIND, framePrefix, FrameReader } from '@vedette/media/feed/frames'

import { loadLibav } from '../decode/load-libav.ts'
import { encoderFault } from './picture-codec.ts'
import type { FromTranscoder } from './transcoding.ts'
import { Transcoder } from './transcoder.ts'

function die(error: unknown): never {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`transcoder ${process.pid}: ${reason.replaceAll(/\s*\n\s*/g, ' | ')}\n`)
  process.exit(1)
}

process.on('uncaughtException', die)
process.on('unhandledRejection', die)
// The gate is gone: nobody would end us.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})
process.stdout.on('error', () => process.exit(0))
// Live pictures and recordings of all others come first, but on a full machine it still has half of what they have: somebody watches.
setPriority(3)

const tell = (message: FromTranscoder): void => void process.send?.(message)

const libav = await loadLibav()
const fault = libav ? encoderFault(libav) : 'node-av: not installed, or not for this machine'
if (!libav || fault !== undefined) {
  tell({ type: 'unavailable', detail: fault ?? '' })
} else {
  const transcoder = new Transcoder(libav, Number(process.argv[2]), (message) =>
    process.stdout.write(Buffer.concat([framePrefix(FRAME_KIND.live, message.length), message])),
  )
  const reader = new FrameReader()
  process.stdin.on('data', (chunk: Buffer) => {
    const broken = reader.push(chunk, ({ body }) => transcoder.push(body))
    if (broken) die(`not a frame: ${broken}`)
  })
  tell({ type: 'ready' })
}
