/**
 * A plain MP4 of recorded fragments: one moov in front that knows every sample, then their bytes as they are in the archive, heads of
 * fragments among them. Players that leave the edit list of a fragmented file alone follow the one of a plain file.
 */
import { box, fullBox, u16, u32 } from '../fmp4/boxes.ts'
import { type Box, boxAt, boxesIn } from '../fmp4/read-boxes.ts'
import type { FragmentHead } from '../fmp4/read-moof.ts'
import { type Caption, CAPTION_TRACK, captionTrack } from './caption-track.ts'
import { type InitTrack, trackBoxes } from './init.ts'
import { SampleTable } from './sample-table.ts'

const MOVIE_TIMESCALE = 1000
/** Header of mdat, with a size of 64 bits: a day of video has more bytes than 32 bits can count. */
const MDAT_HEAD = 16
/** Seconds from 1904, where MP4 counts from, to 1970. */
const MP4_EPOCH_S = 2_082_844_800
const LONGEST_DATE = 2 ** 32 - 1

export class Movie {
  readonly #init: Buffer
  readonly #tracks: { trak: Box; track: InitTrack; table: SampleTable }[]

  /** `init`: ftyp and moov of the fragments. */
  constructor(init: Buffer) {
    this.#init = init
    this.#tracks = trackBoxes(init).map((place) => ({ ...place, table: new SampleTable() }))
  }

  /** In order of time. `at`: where its moof begins among the data; `shiftMs`: by how much it moves on the timeline of the whole. */
  add({ tracks }: FragmentHead, at: number, shiftMs: number): void {
    for (const { track, table } of this.#tracks) {
      const run = tracks.find(({ id }) => id === track.id)
      if (run) table.add(run, at, Math.round((shiftMs * track.timescale) / 1000))
    }
  }

  /**
   * What stands before the data, of which `dataBytes` belong to the file. It shows the timeline from `fromMs` to `toMs`; the wall clock at its
   * beginning is `createdMs`. `captions` are a track of text, whose bytes stand in the head.
   */
  head(
    shown: { fromMs: number; toMs: number; createdMs: number },
    captions: readonly Caption[] = [],
  ): { head: Buffer; dataBytes: number } {
    for (const { track, table } of this.#tracks) table.cut((shown.toMs * track.timescale) / 1000)
    const dataBytes = Math.max(0, ...this.#tracks.map(({ table }) => table.dataEnd))
    const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomiso4mp42'))
    const text = captions.length > 0 ? captionTrack(captions) : undefined
    const textBytes = text?.bytes ?? Buffer.alloc(0)
    // Places of chunks have 64 bits whatever they say, so the first one is as long as the second.
    const textAt = ftyp.length + this.#moov(shown, 0, text?.trak(0)).length + MDAT_HEAD
    const mdat = Buffer.alloc(MDAT_HEAD)
    mdat.writeUInt32BE(1)
    mdat.write('mdat', 4, 'latin1')
    mdat.writeBigUInt64BE(BigInt(textBytes.length + dataBytes + MDAT_HEAD), 8)
    const moov = this.#moov(shown, textAt + textBytes.length, text?.trak(textAt))
    return { head: Buffer.concat([ftyp, moov, mdat, textBytes]), dataBytes }
  }

  #moov(
    { fromMs, toMs, createdMs }: Parameters<Movie['head']>[0],
    dataAt: number,
    text: Buffer | undefined,
  ): Buffer {
    const mvhd = copyOf(this.#init, boxAt(this.#init, ['moov', 'mvhd']))
    const createdS = Math.floor(createdMs / 1000) + MP4_EPOCH_S
    if (createdS <= LONGEST_DATE) for (const at of [12, 16]) mvhd.writeUInt32BE(createdS, at)
    mvhd.writeUInt32BE(MOVIE_TIMESCALE, 20)
    mvhd.writeUInt32BE(toMs - fromMs, 24)
    if (text) mvhd.writeUInt32BE(CAPTION_TRACK + 1, mvhd.length - 4)
    const traks = this.#tracks
      .filter(({ table }) => table.count > 0)
      .map(({ trak, track, table }) => this.#trak(trak, track, table, { fromMs, toMs }, dataAt))
    return box('moov', mvhd, ...traks, ...(text ? [text] : []))
  }

  #trak(
    trak: Box,
    { timescale }: InitTrack,
    table: SampleTable,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    dataAt: number,
  ): Buffer {
    const init = this.#init
    const tkhd = copyOf(init, boxAt(init, ['tkhd'], trak))
    tkhd.writeUInt32BE(toMs - fromMs, 28)
    const mdia = boxAt(init, ['mdia'], trak)
    const minf = boxAt(init, ['minf'], mdia)
    const stsd = copyOf(init, boxAt(init, ['stbl', 'stsd'], minf))
    const sound = partsOf(init, minf).filter(({ type }) => type !== 'stbl')
    return box(
      'trak',
      tkhd,
      editList({ fromMs, toMs }, table, timescale),
      box(
        'mdia',
        mediaHeader(init, mdia, table),
        ...partsOf(init, mdia)
          .filter(({ type }) => type === 'hdlr')
          .map((one) => copyOf(init, one)),
        box('minf', ...sound.map((one) => copyOf(init, one)), table.boxes(stsd, dataAt)),
      ),
    )
  }
}

/** ISO 14496-12 section 8.6.6, version 1: nothing until the track begins, then the track at normal speed. */
function editList(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  table: SampleTable,
  timescale: number,
): Buffer {
  const into = Math.round((fromMs * timescale) / 1000) - table.firstTicks
  const waitMs = into < 0 ? Math.min(Math.round((-into * 1000) / timescale), toMs - fromMs) : 0
  const edits = [
    ...(waitMs > 0 ? [edit(waitMs, -1)] : []),
    ...(toMs - fromMs > waitMs ? [edit(toMs - fromMs - waitMs, Math.max(0, into))] : []),
  ]
  return box('edts', fullBox('elst', 1, 0, u32(edits.length), ...edits))
}

function edit(durationMs: number, mediaTicks: number): Buffer {
  const entry = Buffer.alloc(20)
  entry.writeBigUInt64BE(BigInt(durationMs))
  entry.writeBigInt64BE(BigInt(mediaTicks), 8)
  entry.writeUInt16BE(1, 16)
  return entry
}

/** Version 1: thirteen hours in ticks of a picture's clock are more than 32 bits. */
function mediaHeader(init: Buffer, mdia: Box | undefined, table: SampleTable): Buffer {
  const was = copyOf(init, boxAt(init, ['mdhd'], mdia))
  const duration = Buffer.alloc(8)
  duration.writeBigUInt64BE(BigInt(Math.max(0, Math.round(table.duration))))
  return fullBox('mdhd', 1, 0, u32(0, 0, 0, 0), was.subarray(20, 24), duration, u16(was.readUInt16BE(28), 0))
}

const partsOf = (init: Buffer, of: Box | undefined): Box[] => (of ? boxesIn(init, of.from, of.end) : [])

/** Throws for a box that is not there: no recorder of ours leaves one out. */
function copyOf(init: Buffer, it: Box | undefined): Buffer {
  if (!it) throw new Error('the start of a recorded file lacks a box')
  return Buffer.from(init.subarray(it.at, it.end))
}
