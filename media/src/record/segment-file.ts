/** Reads a file of the archive from the file alone: for recovery, for rebuilding the index, for proving it. */
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

import { VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import { type FragmentTrack, readMoof } from '../fmp4/read-moof.ts'
import { readIdentity, readEnding, type SegmentEnding } from './segment-boxes.ts'
import type { GopRow, OpenSegment, SegmentRow } from './segment-row.ts'

/**
 * `whole`: ended as its writer ends files. `torn`: `row` is of the bytes up to `row.bytes`, which are good; with them alone, and no
 * ending, it would be a file whose process was killed. `unreadable`: nothing of it can be kept.
 */
export type SegmentReading =
  | { kind: 'whole'; row: SegmentRow }
  | { kind: 'torn'; row: SegmentRow; fault: string }
  | { kind: 'unreadable'; fault: string }

const BOX_HEAD = 8
const NAL_LENGTH_BYTES = 4
/** No fragment of ours comes near: they are written at least every second. */
const MAX_BOX_BYTES = 256 * 1024 * 1024
const MS_PER_TICK = 1000 / VIDEO_TIMESCALE

interface Box {
  type: string
  at: number
  bytes: Buffer
}

/** Reads no further than `limitBytes`. Throws what the file system throws. */
export async function readSegment(path: string, limitBytes = Infinity): Promise<SegmentReading> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await new SegmentReader(file, Math.min(size, limitBytes)).read()
  } finally {
    await file.close()
  }
}

class SegmentReader {
  readonly #file: FileHandle
  readonly #size: number
  #at = 0
  #hash: Hash = createHash('sha256')
  /** State after the last good byte. */
  #good = { bytes: 0, hash: '' }
  #endTicks = 0
  readonly #gops: (GopRow & { startTicks: number })[] = []

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.#size = size
  }

  async read(): Promise<SegmentReading> {
    const head = await this.#head()
    if (typeof head === 'string') return { kind: 'unreadable', fault: head }
    this.#accept()
    for (;;) {
      if (this.#at === this.#size) return this.#torn(head, 'it has no ending')
      const box = await this.#next()
      if (typeof box === 'string') return this.#torn(head, box)
      if (box.type === 'uuid') return this.#end(head, box)
      const fault = box.type === 'moof' ? await this.#fragment(box) : `a box ${box.type} at ${box.at}`
      if (fault !== undefined) return this.#torn(head, fault)
      this.#accept()
    }
  }

  async #head(): Promise<OpenSegment | string> {
    const ftyp = await this.#next()
    if (typeof ftyp === 'string') return ftyp
    if (ftyp.type !== 'ftyp') return `a box ${ftyp.type} at 0`
    const moov = await this.#next()
    if (typeof moov === 'string') return moov
    if (moov.type !== 'moov') return `a box ${moov.type} at ${moov.at}`
    return readIdentity(moov.bytes) ?? 'no identity in moov'
  }

  /** Returns what is wrong with it. */
  async #fragment(moof: Box): Promise<string | undefined> {
    const tracks = readMoof(moof.bytes)?.tracks
    if (!tracks) return `a broken moof at ${moof.at}`
    const mdat = await this.#next()
    if (typeof mdat === 'string') return mdat
    if (mdat.type !== 'mdat') return `a box ${mdat.type} at ${mdat.at}`
    for (const track of tracks) {
      const [first] = track.samples
      if (!first) return `a track without samples at ${moof.at}`
      const at = first.at - moof.bytes.length - BOX_HEAD
      const end = at + track.samples.reduce((sum, { bytes }) => sum + bytes, 0)
      if (at < 0 || end > mdat.bytes.length - BOX_HEAD) return `samples beyond their mdat at ${mdat.at}`
      if (track.id === VIDEO_TRACK && !areUnits(track, mdat.bytes, BOX_HEAD + at))
        return `broken picture data in the mdat at ${mdat.at}`
    }
    const video = tracks.find(({ id }) => id === VIDEO_TRACK)
    return this.#count(moof.at, video)
  }

  #count(at: number, video: FragmentTrack | undefined): string | undefined {
    const bytes = this.#at - at
    if (video) {
      if (this.#gops.length > 0 && video.decodeTime < this.#endTicks) return `time runs back at ${at}`
      if (video.samples[0]?.isKey === true)
        this.#gops.push({
          offset: at,
          bytes: 0,
          startMs: 0,
          durationMs: 0,
          frames: 0,
          startTicks: video.decodeTime,
        })
      this.#endTicks = video.decodeTime + video.samples.reduce((sum, { duration }) => sum + duration, 0)
    }
    const gop = this.#gops.at(-1)
    if (!gop) return `no key frame at ${at}`
    gop.bytes += bytes
    gop.frames += video?.samples.length ?? 0
    return undefined
  }

  /** The next box, read and hashed; or why there is none. */
  async #next(): Promise<Box | string> {
    const at = this.#at
    const head = await this.#bytes(at, BOX_HEAD)
    if (!head) return `the file ends within the box at ${at}`
    const size = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, BOX_HEAD)
    if (size < BOX_HEAD || size > MAX_BOX_BYTES) return `a box of ${size} bytes at ${at}`
    const bytes = await this.#bytes(at, size)
    if (!bytes) return `the file ends within the box at ${at}`
    this.#hash.update(bytes)
    this.#at += size
    return { type, at, bytes }
  }

  async #bytes(at: number, size: number): Promise<Buffer | undefined> {
    if (at + size > this.#size) return undefined
    const bytes = Buffer.allocUnsafe(size)
    let filled = 0
    while (filled < size) {
      const { bytesRead } = await this.#file.read(bytes, filled, size - filled, at + filled)
      if (bytesRead === 0) return undefined
      filled += bytesRead
    }
    return bytes
  }

  #accept(): void {
    this.#good = { bytes: this.#at, hash: this.#hash.copy().digest('hex') }
  }

  #torn(segment: OpenSegment, fault: string): SegmentReading {
    return { kind: 'torn', row: this.#row(segment, { endReason: 'killed' }), fault }
  }

  #end(segment: OpenSegment, box: Box): SegmentReading {
    const ending = readEnding(box.bytes.subarray(BOX_HEAD))
    if (!ending) return this.#torn(segment, `a broken ending at ${box.at}`)
    if (this.#at !== this.#size) return this.#torn(segment, `${this.#size - this.#at} bytes after its ending`)
    this.#accept()
    return { kind: 'whole', row: this.#row(segment, ending) }
  }

  #row(segment: OpenSegment, ending: SegmentEnding): SegmentRow {
    const timeOf = (ticks: number): number => segment.startMs + Math.round(ticks * MS_PER_TICK)
    const endMs = timeOf(this.#endTicks)
    const gops = this.#gops.map(({ startTicks, ...gop }, i) => {
      const startMs = timeOf(startTicks)
      const next = this.#gops[i + 1]
      return { ...gop, startMs, durationMs: (next ? timeOf(next.startTicks) : endMs) - startMs }
    })
    return { ...segment, endMs, bytes: this.#good.bytes, gops, hash: this.#good.hash, ...ending }
  }
}

/** Whether the NAL units of each sample fill it: what a power cut left as zeros does not. */
function areUnits(track: FragmentTrack, bytes: Buffer, at: number): boolean {
  for (const { bytes: size } of track.samples) {
    const end = at + size
    while (at < end) {
      const length = at + NAL_LENGTH_BYTES <= end ? bytes.readUInt32BE(at) : 0
      if (length === 0) return false
      at += NAL_LENGTH_BYTES + length
    }
    if (at !== end) return false
  }
  return true
}
