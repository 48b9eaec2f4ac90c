/** Decoding by the system's ffmpeg: a child for each stream, which is handed fragments and answers pictures. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

import {
  type DecoderHooks,
  type Decoders,
  LOOKS_PER_S,
  pictureOf,
  pictureSize,
  type StreamDecoder,
} from './decoder.ts'
import type { StreamConfiguration, VideoUnit } from './live-video.ts'

/** A second or two of a sub-stream. */
const BEHIND_BYTES = 256 * 1024
/** A child that reads no more is not fed without end. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024
const MOST_COMPLAINT = 300

type Child = ChildProcessByStdio<Writable, Readable, Readable>

export function ffmpegDecoders(program = 'ffmpeg'): Decoders {
  return { name: 'ffmpeg', open: (hooks) => new FfmpegDecoder(program, hooks) }
}

class FfmpegDecoder implements StreamDecoder {
  readonly #program: string
  readonly #hooks: DecoderHooks
  #configuration: StreamConfiguration | undefined
  #child: Child | undefined
  #arrivalMs = 0

  constructor(program: string, hooks: DecoderHooks) {
    this.#program = program
    this.#hooks = hooks
  }

  configure(configuration: StreamConfiguration): void {
    this.#end()
    this.#configuration = configuration
  }

  push(unit: VideoUnit): void {
    // Begun with a key frame, and again after its end.
    if (!this.#child && unit.isKey && this.#configuration) this.#child = this.#begin(this.#configuration)
    const stdin = this.#child?.stdin
    if (!stdin) return
    if (stdin.writableLength > MOST_WAITING_BYTES) return this.#end()
    this.#arrivalMs = unit.arrivalMs
    stdin.write(unit.fragment)
  }

  isBehind(): boolean {
    return (this.#child?.stdin.writableLength ?? 0) > BEHIND_BYTES
  }

  close(): void {
    this.#end()
  }

  #end(): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
  }

  #begin(configuration: StreamConfiguration): Child {
    const size = pictureSize(configuration)
    const pace = (1 / LOOKS_PER_S - 0.02).toFixed(2)
    const filter = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${pace})',scale=${size.width}:${size.height}:flags=fast_bilinear`
    // It reads what cameras sent: nothing of our environment is for it.
    const child = spawn(
      this.#program,
      [
        '-v',
        'error',
        '-nostdin',
        '-protocol_whitelist',
        'pipe',
        '-threads',
        '1',
        '-flags',
        'low_delay',
      ].concat(
        ['-fpsprobesize', '0', '-probesize', '32', '-analyzeduration', '0', '-f', 'mp4', '-i', 'pipe:0'],
        ['-map', '0:v:0', '-vf', filter, '-fps_mode', 'passthrough', '-pix_fmt', 'yuv420p'],
        ['-filter_threads', '1', '-flush_packets', '1', '-f', 'rawvideo', 'pipe:1'],
      ),
      { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '' } },
    )
    let complaint = ''
    child.stderr.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString('utf8')).slice(0, MOST_COMPLAINT)
    })
    child.stdin.on('error', () => {
      // It has ended: its end tells.
    })
    child.once('error', (error) => this.#ended(child, error.message))
    child.once('close', (code) => this.#ended(child, complaint || `ffmpeg ended with ${code}`))
    this.#read(child, size)
    child.stdin.write(configuration.initSegment)
    return child
  }

  #ended(child: Child, detail: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#hooks.onFault(detail)
  }

  #read(child: Child, size: { width: number; height: number }): void {
    const bytes = (size.width * size.height * 3) / 2
    let picture = Buffer.allocUnsafeSlow(bytes)
    let filled = 0
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length;) {
        const taken = chunk.copy(picture, filled, at)
        at += taken
        filled += taken
        if (filled < bytes) continue
        if (this.#child === child) this.#hooks.onPicture(pictureOf(picture, size), this.#arrivalMs)
        picture = Buffer.allocUnsafeSlow(bytes)
        filled = 0
      }
    })
  }
}
