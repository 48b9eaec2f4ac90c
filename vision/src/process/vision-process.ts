/** The gate's side of the vision process: started when there is something to look at, started anew when it dies. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import { FRAME_KIND, framePrefix, FrameReader, MAX_FRAME_BYTES } from '@vedette/media/feed/frames'
import type { Clock } from '@vedette/media/ingest/clock'
import type { Viewer } from '@vedette/media/live/fan-out'
import { type Endpoint, privateEndpoint } from '@vedette/media/shard/endpoint'

import {
  type Camera,
  type FromVision,
  type Means,
  type PictureHead,
  readFromVision,
  readPictureFrame,
  type SeenMessage,
  type ToVision,
} from './messages.ts'

export interface VisionOptions {
  /** Where its socket stands: a folder of this gate alone, which is emptied. */
  runFolder?: string
  /** Where the converted model is kept. */
  cacheFolder: string
  /** Absent: what is found. */
  decoder?: 'node-av' | 'ffmpeg' | undefined
  /** An operator's ONNX file, or `off`. */
  model?: string | undefined
  clock: Clock
  onEvent(event: Extract<FromVision, { type: 'begin' | 'touch' | 'end' }>): void
  onSeen(seen: SeenMessage): void
  onPicture(picture: PictureHead & { png: Buffer }): void
  onLooks(looks: Extract<FromVision, { type: 'looks' }>): void
  onMeans(means: Means): void
  onState(state: 'running' | 'down', pid: number | undefined): void
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const INHERITED = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'HOME', 'NODE_COMPILE_CACHE']
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Up for so long, it has recovered. */
const STEADY_MS = 60_000
/** It reports every 2 s; its start takes a while where a model is converted. */
const SILENCE_MS = 60_000
const TERMINATE_MS = 3000
const MAX_HELLO_BYTES = 1024

/** What the process is sent goes through `viewer`: one place in the gate's fan-out for all streams that are looked at. */
export class VisionProcess {
  readonly #options: VisionOptions
  readonly #endpoint: Endpoint
  readonly #server: Server
  readonly viewer: Viewer
  #cameras: Camera[] = []
  #shown: number[] = []
  #revision = 0
  #isWanted = false
  #isClosing = false
  #child: ChildProcess | undefined
  #token = Buffer.alloc(0)
  #socket: Socket | undefined
  #delayMs = 0
  #cancelRestart: (() => void) | undefined
  #cancelSteady: () => void = () => {}
  #cancelSilence: () => void = () => {}

  private constructor(options: VisionOptions, endpoint: Endpoint) {
    this.#options = options
    this.#endpoint = endpoint
    this.#server = createServer((socket) => this.#receive(socket))
    this.viewer = {
      send: (message) => this.#send(FRAME_KIND.live, message),
      bufferedBytes: () => this.#socket?.writableLength ?? 0,
    }
  }

  /** Listens; the process itself is started by `start` or the first camera. */
  static async open(options: VisionOptions): Promise<VisionProcess> {
    const endpoint = await privateEndpoint(options.runFolder)
    const vision = new VisionProcess(options, endpoint)
    await new Promise<void>((resolve, reject) => {
      vision.#server.once('error', reject)
      vision.#server.listen(endpoint.path, resolve)
    })
    return vision
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(): void {
    this.#isWanted = true
    if (!this.#child && !this.#cancelRestart && !this.#isClosing) this.#fork()
  }

  /** Nobody needs it for now. */
  stop(): void {
    this.#isWanted = false
    this.#cancelRestart?.()
    this.#cancelRestart = undefined
    this.#child?.kill('SIGTERM')
  }

  /** All cameras that are to be looked at, and the streams of which every look is told. */
  look(cameras: Camera[], shown: number[] = []): void {
    this.#cameras = cameras
    this.#shown = shown
    this.#revision++
    if (cameras.length > 0) this.start()
    this.#tellWanted()
  }

  /** The camera of the stream is being turned. */
  turned(stream: number): void {
    const message: ToVision = { type: 'turned', stream }
    this.#send(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.stop()
    const child = this.#child
    if (child) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      const cancelKill = this.#options.clock.after(TERMINATE_MS, () => child.kill('SIGKILL'))
      await gone
      cancelKill()
    }
    this.#cancelSilence()
    this.#socket?.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
    await this.#endpoint.remove()
  }

  #tellWanted(): void {
    const message: ToVision = {
      type: 'look',
      revision: this.#revision,
      cameras: this.#cameras,
      shown: this.#shown,
    }
    this.#send(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))
  }

  #send(kind: number, body: Buffer): void {
    const socket = this.#socket
    if (!socket?.writable) return
    socket.cork()
    socket.write(framePrefix(kind, body.length))
    socket.write(body)
    process.nextTick(() => socket.uncork())
  }

  #fork(): void {
    this.#cancelRestart = undefined
    this.#token = Buffer.from(randomBytes(32).toString('hex'))
    const { cacheFolder, decoder, model } = this.#options
    const env: NodeJS.ProcessEnv = {
      VEDETTE_FEED: this.#endpoint.path,
      VEDETTE_FEED_TOKEN: this.#token.toString(),
      VEDETTE_VISION_CACHE: cacheFolder,
      ...(decoder ? { VEDETTE_VISION_DECODER: decoder } : {}),
      ...(model ? { VEDETTE_VISION_MODEL: model } : {}),
    }
    for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name]
    const child = fork(MAIN, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    child.once('exit', () => this.#died(child))
    // Could not be started, or not be signalled; only the first leaves no process.
    child.on('error', () => {
      if (child.pid === undefined) this.#died(child)
    })
    this.#heard()
  }

  #died(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#cancelSteady()
    this.#cancelSilence()
    this.#socket?.destroy()
    this.#socket = undefined
    this.#options.onState('down', child.pid)
    if (this.#isClosing || !this.#isWanted) return
    this.#cancelRestart = this.#options.clock.after(this.#delayMs, () => this.#fork())
    this.#delayMs = Math.min(Math.max(FIRST_DELAY_MS, this.#delayMs * 2), LONGEST_DELAY_MS)
  }

  #heard(): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#options.clock.after(SILENCE_MS, () => this.#child?.kill('SIGKILL'))
  }

  /** The first message must be a hello with the token of the process that was started last. */
  #receive(socket: Socket): void {
    const reader = new FrameReader(MAX_HELLO_BYTES)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const fault = reader.push(chunk, ({ kind, body }) => {
        if (socket.destroyed) return
        if (this.#socket === socket) this.#take(socket, kind, body)
        else if (kind === FRAME_KIND.control && this.#isOurs(body)) {
          reader.maxBytes = MAX_FRAME_BYTES
          this.#admit(socket)
        } else socket.destroy()
      })
      if (fault) socket.destroy()
    })
  }

  #isOurs(body: Buffer): boolean {
    const message = readFromVision(body)
    if (message?.type !== 'hello' || !this.#child || this.#socket) return false
    const offered = Buffer.from(message.token)
    return offered.length === this.#token.length && timingSafeEqual(offered, this.#token)
  }

  #admit(socket: Socket): void {
    this.#socket = socket
    socket.once('close', () => {
      if (this.#socket === socket) this.#child?.kill('SIGKILL')
    })
    this.#cancelSteady = this.#options.clock.after(STEADY_MS, () => (this.#delayMs = 0))
    this.#heard()
    this.#tellWanted()
    this.#options.onState('running', this.pid)
  }

  #take(socket: Socket, kind: number, body: Buffer): void {
    this.#heard()
    if (kind === FRAME_KIND.live) {
      const picture = readPictureFrame(body)
      return picture ? this.#options.onPicture(picture) : void socket.destroy()
    }
    const message = readFromVision(body)
    switch (message?.type) {
      case 'begin':
      case 'touch':
      case 'end':
        return this.#options.onEvent(message)
      case 'seen':
        return this.#options.onSeen(message)
      case 'looks':
        return this.#options.onLooks(message)
      case 'means':
        return this.#options.onMeans(message)
      default:
        // What is no message, or a second greeting.
        socket.destroy()
    }
  }
}
