import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import { changeOf } from '../feed/desired.ts'
import { FRAME_KIND, framePrefix } from '../feed/frames.ts'
import type { DesiredStream, ToShard } from '../feed/messages.ts'
import type { RecordingCommand } from '../feed/recording-messages.ts'
import { speechFrame, type TalkCommand } from '../feed/talk-messages.ts'
import { type Clock, every } from '../ingest/clock.ts'
import { Bell } from './bell.ts'
import { inspectorFlags } from './inspector.ts'

/** `silent`: it runs and says nothing, until it is `heard` again or `down`. */
export type ShardState = 'running' | 'down' | 'silent' | 'heard'

export interface ShardProcessOptions {
  index: number
  feed: string
  clock: Clock
  /** More for the shard's environment, beside the little that every process needs. */
  env: Record<string, string>
  /** The streams that somebody watches now, of all shards. */
  watched: ReadonlySet<number>
  onState(state: ShardState): void
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const INHERITED = [
  'PATH',
  'TZ',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'NODE_EXTRA_CA_CERTS',
  // What a shard needs to be back soon: pictures of all its cameras are lost until it is.
  'NODE_COMPILE_CACHE',
]
/**
 * Pictures stand outside of the heap, so that little is young in it; by itself the space for that grows to 50 MB. What a few
 * cameras run seldom is compiled too: interpreted it costs a tenth more.
 */
const NODE_FLAGS = ['--max-semi-space-size=2', '--always-sparkplug']
/** The shard's file descriptor of its bell: the place in `stdio`. */
const BELL_FD = '4'
const FIRST_DELAY_MS = 250
/** For a shard that dies again and again: seldom enough for the machine, often enough for those who watch or record. */
const LONGEST_DELAY_MS = 2000
/** A shard that stays up for so long has recovered. */
const STEADY_MS = 30_000
/** A shard says something every second. Checks are counted, not time: after the gate itself stood still, the missed ones do not add up. */
const LOOK_MS = 500
/** After 2 s its pictures are not live any more. */
const SILENT_AFTER = 4
/** Limit from fork to hello, and between two messages: 20 s. */
const STUCK_AFTER = 40
/** A shard that is asked to end writes to its disk what it holds, and hears that the index has it. */
const TERMINATE_MS = 8000

/** One shard: started with its first stream, anew whenever it dies, and told again what it is to do. */
export class ShardProcess {
  readonly #options: ShardProcessOptions
  #desired: { revision: number; streams: DesiredStream[] } = { revision: 0, streams: [] }
  #child: ChildProcess | undefined
  /** Wakes the shard when something is written to it. */
  #bell: Bell | undefined
  #token = Buffer.alloc(0)
  #socket: Socket | undefined
  #delayMs = 0
  #isStarted = false
  #isClosing = false
  #cancelRestart: () => void = () => {}
  #cancelSteady: () => void = () => {}
  #cancelLooks: () => void = () => {}
  #looksUnheard = 0
  #isSilent = false

  constructor(options: ShardProcessOptions) {
    this.#options = options
  }

  get streams(): readonly DesiredStream[] {
    return this.#desired.streams
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  want(revision: number, streams: DesiredStream[]): void {
    const change = changeOf(this.#desired.streams, streams)
    this.#desired = { revision, streams }
    if (change.streams.length > 0 || change.gone.length > 0)
      this.#tell({ type: 'changed', revision, ...change })
    if (streams.length > 0 && !this.#isStarted) this.#fork()
  }

  watch(stream: number): void {
    this.#tell({ type: 'watch', stream })
  }

  /** Nothing of it is remembered: a shard that starts anew has to be told again. */
  record(command: RecordingCommand): boolean {
    this.#tell(command)
    return this.#socket?.writable ?? false
  }

  /** False while it is down: nothing of it is remembered, and a talk ends with its shard. */
  talk(command: TalkCommand): boolean {
    this.#tell(command)
    return this.#socket?.writable ?? false
  }

  speak(talk: number, sound: Uint8Array): void {
    this.#write(FRAME_KIND.speech, speechFrame(talk, sound))
  }

  unwatch(stream: number): void {
    this.#tell({ type: 'unwatch', stream })
  }

  /** Whether the connection is this shard's; if so, it takes it and says all that the shard is to know. */
  admit(token: string, socket: Socket): boolean {
    const offered = Buffer.from(token)
    const isOurs = offered.length === this.#token.length && timingSafeEqual(offered, this.#token)
    if (!isOurs || !this.#child || this.#socket) return false
    this.#socket = socket
    // A shard whose connection broke ends; one that does not is stuck.
    socket.on('close', () => this.#kill())
    this.#cancelSteady = this.#options.clock.after(STEADY_MS, () => (this.#delayMs = 0))
    this.heard()
    this.#tell({ type: 'desired', ...this.#desired })
    for (const { stream } of this.#desired.streams)
      if (this.#options.watched.has(stream)) this.#tell({ type: 'watch', stream })
    this.#options.onState('running')
    return true
  }

  /** The shard is alive. */
  heard(): void {
    this.#looksUnheard = 0
    if (!this.#isSilent) return
    this.#isSilent = false
    this.#options.onState('heard')
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#cancelRestart()
    this.#cancelLooks()
    const child = this.#child
    if (child) await this.#end(child)
    this.#bell?.close()
    this.#bell = undefined
  }

  async #end(child: ChildProcess): Promise<void> {
    // Its last words come before the connection ends, and may be read after the process did.
    const socket = this.#socket
    const heard = new Promise<void>((resolve) => (socket ? socket.once('close', () => resolve()) : resolve()))
    const gone = Promise.all([new Promise((resolve) => child.once('exit', resolve)), heard])
    child.kill('SIGTERM')
    const cancelKill = this.#options.clock.after(TERMINATE_MS, () => child.kill('SIGKILL'))
    await gone
    cancelKill()
  }

  #fork(): void {
    this.#isStarted = true
    // Valid for this process and this life of it alone.
    this.#token = Buffer.from(randomBytes(32).toString('hex'))
    const env: NodeJS.ProcessEnv = {
      ...this.#options.env,
      VEDETTE_FEED: this.#options.feed,
      VEDETTE_FEED_TOKEN: this.#token.toString(),
    }
    for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
    const execArgv = [...NODE_FLAGS, ...inspectorFlags(this.#options.index + 1)]
    this.#bell ??= Bell.hung()
    if (this.#bell) env['VEDETTE_BELL'] = BELL_FD
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc', this.#bell?.fd ?? 'ignore'] as const
    const child = fork(MAIN, [], { env, execArgv, stdio: [...stdio] })
    this.#child = child
    let isOver = false
    const over = () => {
      if (!isOver) this.#died()
      isOver = true
    }
    child.on('exit', over)
    // Could not be started, or not be signalled; only the first leaves no process.
    child.on('error', () => {
      if (child.pid === undefined) over()
    })
    this.heard()
    this.#cancelLooks = every(this.#options.clock, LOOK_MS, () => this.#look())
  }

  #look(): void {
    this.#looksUnheard++
    if (this.#looksUnheard >= STUCK_AFTER) return this.#kill()
    if (!this.#socket || this.#isSilent || this.#looksUnheard < SILENT_AFTER) return
    this.#isSilent = true
    this.#options.onState('silent')
  }

  #died(): void {
    this.#child = undefined
    this.#cancelSteady()
    this.#cancelLooks()
    this.#isSilent = false
    if (!this.#isClosing) this.#socket?.destroy()
    this.#socket = undefined
    this.#options.onState('down')
    if (this.#isClosing) return
    this.#cancelRestart = this.#options.clock.after(this.#delayMs, () => this.#fork())
    this.#delayMs = Math.min(Math.max(FIRST_DELAY_MS, this.#delayMs * 2), LONGEST_DELAY_MS)
  }

  #kill(): void {
    this.#child?.kill('SIGKILL')
  }

  #tell(message: ToShard): void {
    this.#write(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))
  }

  #write(kind: number, body: Buffer): void {
    if (!this.#socket?.writable) return
    this.#socket.write(Buffer.concat([framePrefix(kind, body.length), body]))
    // After the message, so that it is there when the shard looks.
    this.#bell?.ring()
  }
}
