/** A run of the archive as the bytes of one fMP4, made while they are sent. */
import type { FileHandle } from 'node:fs/promises'

import { fragment } from '@vedette/media/fmp4/fragment'
import { moveFragment } from '@vedette/media/fmp4/read-moof'
import { tracksOf } from '@vedette/media/replay/init'
import type { GopRow } from '@vedette/media/record/segment-row'

import { type ArchiveFiles, readAt } from './archive-files.ts'
import { fragmentHead, OpenOne } from './fragments.ts'
import type { PlannedFile, Run } from './plan.ts'

/** Media time at which a run's first key frame stands, so that sound which began earlier has a place. */
export const LEAD_MS = 1000
const PIECE_BYTES = 256 * 1024
/** Key frames of fast play are at least so far apart, in media time. */
const KEY_STEP_MS = 100
/** A still picture's stay where nothing follows. */
const LAST_KEY_MS = 1000

interface Piece {
  file: PlannedFile
  gop: GopRow
  /** Offset in the whole. */
  at: number
  sequence: number
}

/** The wall clock at media time 0 of what is fetched. */
export function originOfForm(
  form: string | null,
  run: Run,
  { fromMs, speed }: { fromMs: number; speed: number },
): number {
  if (form === 'keys') return originOfKeys(run, speed)
  return form === 'file' ? Math.max(fromMs, run.startMs) : originOf(run)
}

/** Origin on the timeline of all fragments of a run. */
export const originOf = (run: Run): number => run.startMs - LEAD_MS

/** Origin of a run of key frames alone; their media time passes `speed` times as fast, below 0 backwards. */
function originOfKeys(run: Run, speed: number): number {
  return speed > 0 ? run.startMs : (run.files.at(-1)?.gops.at(-1)?.startMs ?? run.startMs)
}

/** One fMP4 from the first key frame on whose every byte is known beforehand, so that any part of it can be asked for. */
export class RunFile {
  readonly bytes: number
  readonly #run: Run
  readonly #pieces: Piece[] = []

  constructor(run: Run) {
    this.#run = run
    let at = run.init.length
    for (const file of run.files)
      for (const gop of file.gops) {
        this.#pieces.push({ file, gop, at, sequence: this.#pieces.length + 1 })
        at += gop.bytes
      }
    this.bytes = at
  }

  /** Reads from `from` to before `to`. Ends early when a file has been deleted meanwhile. */
  async *read(files: ArchiveFiles, from = 0, to = this.bytes): AsyncGenerator<Buffer> {
    const { init } = this.#run
    if (from < init.length) yield init.subarray(from, Math.min(to, init.length))
    const tracks = new Map(tracksOf(init).map(({ id, timescale }) => [id, timescale]))
    const open = new OpenOne(files)
    try {
      for (const { file, gop, at, sequence } of this.#pieces) {
        if (at + gop.bytes <= from) continue
        if (at >= to) return
        const handle = await open.of(file.path)
        if (!handle) return
        const shiftMs = file.startMs - originOf(this.#run)
        const shiftOf = (track: number) => Math.round((shiftMs * (tracks.get(track) ?? 0)) / 1000)
        let done = at
        for await (const bytes of gopBytes(handle, gop, sequence, shiftOf)) {
          const [first, last] = [Math.max(from - done, 0), Math.min(to - done, bytes.length)]
          done += bytes.length
          if (first < last) yield bytes.subarray(first, last)
        }
        if (done !== at + gop.bytes) return
      }
    } finally {
      await open.close()
    }
  }
}

/** The bytes of a GOP with its fragments moved on the timeline; fewer where the file is torn. */
async function* gopBytes(
  file: FileHandle,
  gop: GopRow,
  sequence: number,
  shiftOf: (track: number) => number,
): AsyncGenerator<Buffer> {
  const end = gop.offset + gop.bytes
  for (let at = gop.offset; at < end;) {
    const fragmentAt = await fragmentHead(file, at, end)
    if (!fragmentAt) return
    const { bytes, head, dataBytes } = fragmentAt
    moveFragment(bytes, head, sequence, shiftOf)
    yield bytes
    at += bytes.length
    const dataEnd = Math.min(at + dataBytes, end)
    while (at < dataEnd) {
      const data = await readAt(file, at, Math.min(PIECE_BYTES, dataEnd - at))
      if (!data) return
      yield data
      at += data.length
    }
  }
}

/** Key frames alone, `speed` times as fast; below 0 from the last one backwards. */
export async function* keyFrames(files: ArchiveFiles, run: Run, speed: number): AsyncGenerator<Buffer> {
  yield run.init
  const video = tracksOf(run.init).find(({ kind }) => kind === 'video')
  if (!video) return
  const places = run.files.flatMap((file) => file.gops.map((gop) => ({ file, gop })))
  if (speed < 0) places.reverse()
  const originMs = originOfKeys(run, speed)
  const shown: { file: PlannedFile; gop: GopRow; atMs: number }[] = []
  for (const place of places) {
    const atMs = (place.gop.startMs - originMs) / speed
    if (atMs - (shown.at(-1)?.atMs ?? -KEY_STEP_MS) >= KEY_STEP_MS) shown.push({ ...place, atMs })
  }
  const open = new OpenOne(files)
  try {
    for (const [i, { file, gop, atMs }] of shown.entries()) {
      const handle = await open.of(file.path)
      const picture = handle && (await keyFrameOf(handle, gop, video.id))
      if (!picture) return
      const forMs = (shown[i + 1]?.atMs ?? atMs + LAST_KEY_MS) - atMs
      const sample = {
        duration: Math.round((forMs * video.timescale) / 1000),
        compositionOffset: 0,
        isKey: true,
        units: unitsOf(picture),
      }
      const decodeTime = Math.round((atMs * video.timescale) / 1000)
      yield Buffer.concat(
        fragment(i + 1, [{ trackId: video.id, kind: 'video', decodeTime, samples: [sample] }]),
      )
    }
  } finally {
    await open.close()
  }
}

/** A GOP's key frame as a file of its own; undefined when it is gone. */
export async function keyFrameFile(
  files: ArchiveFiles,
  run: Run,
  file: PlannedFile,
  gop: GopRow,
): Promise<Buffer | undefined> {
  const alone = { ...run, files: [{ ...file, gops: [gop] }] }
  const pieces: Buffer[] = []
  for await (const bytes of keyFrames(files, alone, 1)) pieces.push(bytes)
  return pieces.length === 2 ? Buffer.concat(pieces) : undefined
}

async function keyFrameOf(file: FileHandle, gop: GopRow, track: number): Promise<Buffer | undefined> {
  const found = await fragmentHead(file, gop.offset, gop.offset + gop.bytes)
  const sample = found?.head.tracks.find(({ id }) => id === track)?.samples[0]
  if (!sample || sample.at + sample.bytes > gop.bytes) return undefined
  return readAt(file, gop.offset + sample.at, sample.bytes)
}

/** NAL units without their lengths; what is torn is left out. */
function unitsOf(picture: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 <= picture.length;) {
    const end = at + 4 + picture.readUInt32BE(at)
    if (end > picture.length) break
    units.push(picture.subarray(at + 4, end))
    at = end
  }
  return units
}
