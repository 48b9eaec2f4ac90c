/** A process that decodes strangers' pictures one after the other, so that a picture does not cost the start of a program. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

import { FrameReader, framed } from './frames.ts'

const LIMIT_MS = 20_000
/** Idle time after which it ends: a site without alarms has no use for its memory. */
const IDLE_MS = 60_000
/** What hostile pictures may have left in its memory ends with it. */
const MOST_PICTURES = 500
const HEAP_MB = 256

const WORKER = join(import.meta.dirname, 'worker.ts')
const PROGRAM = resolve(import.meta.dirname, '../../../..')

export interface PictureOrder {
  kind: string
  webpSide: number
  /** Absent: no PNG is wanted. */
  pngSide?: number | undefined
}

export interface MadePictures {
  webp: Buffer
  /** Empty where none was wanted. */
  png: Buffer
}

interface Worker {
  child: ChildProcessByStdio<Writable, Readable, null>
  made: number
  answer: ((made: MadePictures | undefined) => void) | undefined
}

/** One picture at a time: who orders waits for the answer before the next order. */
export class PictureProcess {
  readonly #mostPictures: number
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(mostPictures = MOST_PICTURES) {
    this.#mostPictures = mostPictures
  }

  /** Process id of the current worker; for measurements and tests. */
  get pid(): number | undefined {
    return this.#worker?.child.pid
  }

  /** Undefined when it failed, which is what broken and hostile pictures make it do. The next has a new process then. */
  async make(order: PictureOrder, bytes: Buffer): Promise<MadePictures | undefined> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    const late = setTimeout(() => worker.child.kill('SIGKILL'), LIMIT_MS)
    const made = await new Promise<MadePictures | undefined>((done) => {
      worker.answer = done
      worker.child.stdin.write(framed(Buffer.from(JSON.stringify(order)), bytes))
    })
    clearTimeout(late)
    worker.answer = undefined
    worker.made++
    if (!made || worker.made >= this.#mostPictures) this.#end(worker)
    else this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref()
    return made
  }

  close(): void {
    clearTimeout(this.#idle)
    if (this.#worker) this.#end(this.#worker)
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    worker.child.kill('SIGKILL')
    worker.answer?.(undefined)
  }

  #start(): Worker {
    const child = spawn(
      process.execPath,
      ['--permission', `--allow-fs-read=${PROGRAM}`, `--max-old-space-size=${HEAP_MB}`, WORKER],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    )
    // As urgent as the rest: on a full machine a lower priority would use up its time before it has begun, and somebody waits for it.
    const worker: Worker = { child, made: 0, answer: undefined }
    const reader = new FrameReader(([webp, png]) =>
      worker.answer?.(webp && webp.length > 0 ? { webp, png: png ?? Buffer.alloc(0) } : undefined),
    )
    child.stdout.on('data', (chunk: Buffer) => reader.read(chunk))
    // It may end before it has read everything; its end tells.
    child.stdin.on('error', () => {})
    child.once('error', () => this.#end(worker))
    child.once('close', () => this.#end(worker))
    return worker
  }
}
