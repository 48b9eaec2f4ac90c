/** A time of a run as a plain MP4 that lasts exactly as long: for downloads. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

import type { FragmentHead } from '@vedette/media/fmp4/read-moof'
import type { GopRow } from '@vedette/media/record/segment-row'
import type { Caption } from '@vedette/media/replay/caption-track'
import { Movie } from '@vedette/media/replay/movie'

import { Semaphore } from '../../http/semaphore.ts'
import { type ArchiveFiles, readAt } from './archive-files.ts'
import { originOf } from './footage.ts'
import { fragmentHead, OpenOne } from './fragments.ts'
import type { Run } from './plan.ts'

const PIECE_BYTES = 256 * 1024
/** Heads of a day are read in some seconds, of an hour in a part of one. */
const AT_ONCE = 2
const WAITING = 32
/** A download that goes on, or a player that jumps about, asks for the same file again. */
const KEPT = 8
const KEPT_BYTES = 64 * 1024 * 1024

/** Bytes on end of one recorded file. */
interface Extent {
  path: string
  offset: number
  bytes: number
  /** Offset in all data. */
  at: number
}

export class MovieFile {
  readonly head: Buffer
  readonly bytes: number
  readonly tag: string
  readonly #extents: readonly Extent[]

  constructor(head: Buffer, dataBytes: number, extents: readonly Extent[]) {
    this.head = head
    this.bytes = head.length + dataBytes
    this.tag = `"${createHash('sha256').update(head).digest('hex').slice(0, 32)}"`
    this.#extents = extents
  }

  /** Reads from `from` to before `to`. Ends early when a file has been deleted meanwhile. */
  async *read(files: ArchiveFiles, from: number, to: number): AsyncGenerator<Buffer> {
    const { head } = this
    if (from < head.length) yield head.subarray(from, Math.min(to, head.length))
    const open = new OpenOne(files)
    try {
      for (const { path, offset, bytes, at } of this.#extents) {
        const [first, last] = [Math.max(from - head.length - at, 0), Math.min(to - head.length - at, bytes)]
        if (first >= last) continue
        const handle = await open.of(path)
        if (!handle) return
        for (let done = first; done < last;) {
          const piece = await readAt(handle, offset + done, Math.min(PIECE_BYTES, last - done))
          if (!piece) return
          yield piece
          done += piece.length
        }
      }
    } finally {
      await open.close()
    }
  }
}

/** Makes such files, and keeps the last ones at hand. */
export class MovieFiles {
  readonly #files: ArchiveFiles
  readonly #semaphore = new Semaphore(AT_ONCE, WAITING)
  readonly #kept = new Map<string, { made: Promise<MovieFile | undefined>; bytes: number }>()

  constructor(files: ArchiveFiles) {
    this.#files = files
  }

  /** Undefined when nothing of it is there any more. */
  of(run: Run, range: { fromMs: number; toMs: number }): Promise<MovieFile | undefined> {
    const key = keyOf(run, range)
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known.made
    }
    const made = this.#semaphore.take(() => makeMovie(this.#files, run, range, { closesGaps: true }))
    const kept = { made, bytes: 0 }
    this.#kept.set(key, kept)
    made.then(
      (movie) => {
        kept.bytes = movie?.head.length ?? 0
        this.#forgetOldest()
      },
      () => this.#kept.delete(key),
    )
    return made
  }

  #forgetOldest(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0)
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size <= KEPT && bytes <= KEPT_BYTES) return
      this.#kept.delete(key)
      bytes -= kept.bytes
    }
  }
}

function keyOf(run: Run, { fromMs, toMs }: { fromMs: number; toMs: number }): string {
  const hash = createHash('sha256').update(`${run.initHash} ${fromMs} ${toMs}`)
  for (const { path, gops } of run.files) hash.update(` ${path} ${gops.length} ${gops.at(-1)?.bytes}`)
  return hash.digest('base64')
}

/** A time without pictures that is shorter is a picture that lasts longer. */
const GAP_MS = 500

interface MovieOptions {
  /** Times without footage cost none in the film. */
  closesGaps?: boolean
  /** Text of a second, shown while its pictures are. */
  captionOf?: (atMs: number) => string
  signal?: AbortSignal
}

/** Undefined when nothing of it is there any more. */
export async function makeMovie(
  files: ArchiveFiles,
  run: Run,
  range: { fromMs: number; toMs: number },
  { closesGaps = false, captionOf, signal }: MovieOptions = {},
): Promise<MovieFile | undefined> {
  const movie = new Movie(run.init)
  const originMs = originOf(run)
  const extents: Extent[] = []
  const stretches = stretchesOf(run, closesGaps ? GAP_MS : Infinity)
  let dataAt = 0
  for (const { path, startMs, gops } of run.files) {
    signal?.throwIfAborted()
    const handle = await files.open(path)
    if (!handle) continue
    try {
      const found = await Promise.all(gops.map((gop) => fragmentsOf(handle, gop)))
      for (const [i, gop] of gops.entries()) {
        const { heads = [], bytes = 0 } = found[i] ?? {}
        const shiftMs = startMs - originMs - closedBefore(stretches, gop.startMs)
        for (const { head, at } of heads) movie.add(head, dataAt + at, shiftMs)
        if (bytes > 0) extents.push({ path, offset: gop.offset, bytes, at: dataAt })
        dataAt += bytes
      }
    } finally {
      await handle.close()
    }
  }
  if (dataAt === 0) return undefined
  const fromMs = Math.max(range.fromMs, run.startMs)
  const toMs = Math.min(range.toMs, run.endMs)
  const shown = {
    fromMs: fromMs - originMs,
    toMs: toMs - originMs - closedBefore(stretches, toMs),
    createdMs: fromMs,
  }
  const captions = captionOf ? captionsOf(stretches, { fromMs, toMs }, captionOf) : []
  const { head, dataBytes } = movie.head(shown, captions)
  return new MovieFile(head, dataBytes, extents)
}

/** The times of a run without gaps of so long, in order. */
export function stretchesOf(run: Run, gapMs = GAP_MS): { fromMs: number; toMs: number }[] {
  const stretches: { fromMs: number; toMs: number }[] = []
  for (const gop of run.files.flatMap(({ gops }) => gops)) {
    const [last, endMs] = [stretches.at(-1), gop.startMs + gop.durationMs]
    if (last && gop.startMs - last.toMs < gapMs) last.toMs = Math.max(last.toMs, endMs)
    else stretches.push({ fromMs: gop.startMs, toMs: endMs })
  }
  return stretches
}

/** Start, end, start, end, …: what is not recorded of a time. */
export function gapsOf(run: Run, fromMs: number, toMs: number): number[] {
  const stretches = stretchesOf(run)
  return stretches.slice(1).flatMap((stretch, i) => {
    const [from, to] = [stretches[i]?.toMs ?? fromMs, stretch.fromMs]
    return to > fromMs && from < toMs ? [from, to] : []
  })
}

/** What of a time came from the device's own storage, and when. */
export function filledOf(
  run: Run,
  fromMs: number,
  toMs: number,
): { fromMs: number; toMs: number; filledAtMs: number }[] {
  return run.files.flatMap(({ filledAtMs, gops }) => {
    const [first, last] = [gops[0], gops.at(-1)]
    if (filledAtMs === undefined || !first || !last) return []
    const [from, to] = [Math.max(fromMs, first.startMs), Math.min(toMs, last.startMs + last.durationMs)]
    return to > from ? [{ fromMs: from, toMs: to, filledAtMs }] : []
  })
}

/** How much time of gaps lies before a moment. */
function closedBefore(stretches: readonly { fromMs: number; toMs: number }[], atMs: number): number {
  let closed = 0
  for (const [i, { toMs }] of stretches.entries()) {
    const next = stretches[i + 1]
    if (next && next.fromMs <= atMs) closed += next.fromMs - toMs
  }
  return closed
}

function captionsOf(
  stretches: readonly { fromMs: number; toMs: number }[],
  range: { fromMs: number; toMs: number },
  captionOf: (atMs: number) => string,
): Caption[] {
  const captions: Caption[] = []
  for (const stretch of stretches) {
    const toMs = Math.min(stretch.toMs, range.toMs)
    for (let atMs = Math.max(stretch.fromMs, range.fromMs); atMs < toMs;) {
      const nextMs = Math.min(toMs, (Math.floor(atMs / 1000) + 1) * 1000)
      captions.push({ durationMs: nextMs - atMs, text: captionOf(atMs) })
      atMs = nextMs
    }
  }
  return captions
}

/** What of a GOP is whole: its fragments, where each begins in it, and how many bytes they are. */
async function fragmentsOf(
  file: FileHandle,
  gop: GopRow,
): Promise<{ heads: { head: FragmentHead; at: number }[]; bytes: number }> {
  const heads: { head: FragmentHead; at: number }[] = []
  let at = 0
  while (at < gop.bytes) {
    const found = await fragmentHead(file, gop.offset + at, gop.offset + gop.bytes)
    const bytes = found ? found.bytes.length + found.dataBytes : Infinity
    if (!found || at + bytes > gop.bytes) break
    heads.push({ head: found.head, at })
    at += bytes
  }
  return { heads, bytes: at }
}
