/** A recorded film's pictures, five for each second of it, as fast as they can be decoded. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { initLengthOf } from '@vedette/media/replay/init'

import { type Decoders, LOOKS_PER_S, pictureOf, pictureSize } from '../decode/decoder.ts'
import type { Picture } from '../picture.ts'
import { configurationOfFilm, partsOfFilm } from './film.ts'

export interface TimedPicture {
  picture: Picture
  /** When it was recorded, ms since 1970. */
  atMs: number
}

interface Film {
  chunks: AsyncIterable<Buffer>
  /** The wall clock at media time 0. */
  originMs: number
}

/** Throws an error that says why where the film can't be decoded. */
export function picturesOf(film: Film, decoders: Decoders, program = 'ffmpeg'): AsyncGenerator<TimedPicture> {
  return decoders.name === 'ffmpeg' ? byFfmpeg(film, program) : byLibrary(film, decoders)
}

async function* byLibrary({ chunks, originMs }: Film, decoders: Decoders): AsyncGenerator<TimedPicture> {
  const decoded: TimedPicture[] = []
  let fault = ''
  let count = 0
  const decoder = decoders.open({
    onPicture: (picture, atMs) => void decoded.push({ picture, atMs }),
    onFault: (detail) => (fault = detail),
  })
  try {
    for await (const part of partsOfFilm(chunks, originMs)) {
      if (part.type === 'init') decoder.configure(configurationOrThrow(part.init))
      else for (const unit of part.units) decoder.push(unit)
      count += decoded.length
      yield* decoded.splice(0)
    }
  } finally {
    decoder.close()
  }
  if (count === 0) throw new Error(fault || 'no picture could be decoded')
}

const MOST_COMPLAINT = 500
const PACE = (1 / LOOKS_PER_S - 0.02).toFixed(2)

async function* byFfmpeg({ chunks, originMs }: Film, program: string): AsyncGenerator<TimedPicture> {
  const source = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let length: number | undefined
  while (length === undefined) {
    const { done, value } = await source.next()
    if (done) throw new Error('the film has no start')
    head = Buffer.concat([head, value])
    length = initLengthOf(head)
  }
  const size = pictureSize(configurationOrThrow(head.subarray(0, length)))
  const bytes = (size.width * size.height * 3) / 2
  const filter = [
    `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${PACE})'`,
    `scale=${size.width}:${size.height}:flags=fast_bilinear`,
    'showinfo=checksum=0',
  ].join()
  // It reads what cameras sent: nothing of our environment is for it. `showinfo` tells each picture's time, with the level that
  // makes a complaint known as one.
  const child = spawn(
    program,
    ['-v', 'level+info', '-hide_banner', '-nostats', '-nostdin', '-protocol_whitelist', 'pipe'].concat(
      ['-threads', '1', '-copyts', '-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0', '-vf', filter],
      ['-fps_mode', 'passthrough', '-pix_fmt', 'yuv420p', '-filter_threads', '1', '-f', 'rawvideo', 'pipe:1'],
    ),
    { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '' } },
  )
  const times = new Times(originMs)
  let complaint = ''
  createInterface({ input: child.stderr }).on('line', (line) => {
    times.read(line)
    if (/\[(?:error|fatal)\]/.test(line)) complaint = (complaint + line).slice(0, MOST_COMPLAINT)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      complaint = error.message
      resolve()
    })
  }).then(() => times.end())
  const rest = async function* () {
    yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  // Its end tells of what it did not take.
  const fed = pipeline(Readable.from(rest()), child.stdin).catch(() => {})
  let count = 0
  try {
    for await (const picture of pieces(child.stdout, bytes)) {
      const atMs = await times.next()
      if (atMs === undefined) break
      count++
      yield { picture: pictureOf(picture, size), atMs }
    }
    await ended
  } finally {
    child.kill('SIGKILL')
    await fed
  }
  if (count === 0) throw new Error(complaint || 'no picture could be decoded')
}

function configurationOrThrow(init: Buffer) {
  const configuration = configurationOfFilm(init)
  if (!configuration) throw new Error('the codec of this recording is not one that is decoded here')
  return configuration
}

/** Pieces of this length; what is left over at the end is none. */
async function* pieces(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(bytes)
  let filled = 0
  for await (const chunk of stream)
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(piece, filled, at)
      at += taken
      filled += taken
      if (filled < bytes) continue
      yield piece
      piece = Buffer.allocUnsafeSlow(bytes)
      filled = 0
    }
}

/** When each picture was recorded: told on another pipe than the pictures, in the same order. */
class Times {
  readonly #originMs: number
  readonly #told: number[] = []
  #isEnded = false
  #wake: () => void = () => {}

  constructor(originMs: number) {
    this.#originMs = originMs
  }

  read(line: string): void {
    const [, seconds] = /\[Parsed_showinfo.*\bpts_time:\s*(-?[\d.]+)/.exec(line) ?? []
    if (seconds === undefined) return
    this.#told.push(this.#originMs + Number(seconds) * 1000)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async next(): Promise<number | undefined> {
    while (this.#told.length === 0 && !this.#isEnded) await new Promise<void>((wake) => (this.#wake = wake))
    return this.#told.shift()
  }
}
