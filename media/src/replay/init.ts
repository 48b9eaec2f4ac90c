/** The start of a recorded file, ftyp and moov: what its tracks are, and the same with an edit list. */
import { box, fullBox, u16 } from '../fmp4/boxes.ts'
import { type Box, boxAt, boxesIn } from './boxes.ts'

export interface InitTrack {
  id: number
  kind: 'video' | 'audio'
  /** Ticks a second. */
  timescale: number
}

interface Place {
  trak: Box
  track: InitTrack
}

/** The tracks that play; none for what is no moov. */
export function tracksOf(init: Buffer): InitTrack[] {
  return places(init).map(({ track }) => track)
}

/** Without what a recorder notes in a moov for itself, which differs from file to file; undefined for what is no such start. */
export function playableInit(head: Buffer): Buffer | undefined {
  const end = initLengthOf(head)
  const moov = end === undefined ? undefined : boxAt(head.subarray(0, end), ['moov'])
  if (!moov) return undefined
  const kept = boxesIn(head, moov.from, moov.end).filter(({ type }) => type !== 'uuid')
  const pieces = kept.map(({ at, end: to }) => head.subarray(at, to))
  return Buffer.concat([head.subarray(0, moov.at), box('moov', ...pieces)])
}

/** Where the first part of a file ends: ftyp and moov, whole. Undefined when they are not there. */
export function initLengthOf(head: Buffer): number | undefined {
  const boxes = boxesIn(head)
  return boxes[0]?.type === 'ftyp' && boxes[1]?.type === 'moov' ? boxes[1].end : undefined
}

/** The same moov with an edit list: players begin `fromMs` into the fragments' timeline and show `durationMs` of it. */
export function withEditList(init: Buffer, fromMs: number, durationMs: number): Buffer {
  const moov = boxAt(init, ['moov'])
  const movieTimescale = moov && timescaleOf(init, boxAt(init, ['mvhd'], moov))
  if (!moov || movieTimescale === undefined) return init
  const pieces: Buffer[] = []
  let done = moov.from
  for (const { trak, track } of places(init)) {
    const tkhd = boxAt(init, ['tkhd'], trak)
    if (!tkhd) continue
    const edit = editList(
      Math.round((durationMs * movieTimescale) / 1000),
      Math.round((fromMs * track.timescale) / 1000),
    )
    const head = Buffer.from(init.subarray(trak.at, trak.from))
    head.writeUInt32BE(trak.end - trak.at + edit.length)
    pieces.push(init.subarray(done, trak.at), head, init.subarray(trak.from, tkhd.end), edit)
    pieces.push(init.subarray(tkhd.end, trak.end))
    done = trak.end
  }
  pieces.push(init.subarray(done, moov.end))
  return Buffer.concat([init.subarray(0, moov.at), box('moov', ...pieces), init.subarray(moov.end)])
}

/** ISO 14496-12 section 8.6.6, version 1: one edit at normal speed. */
function editList(duration: number, mediaTime: number): Buffer {
  const entry = Buffer.alloc(4 + 16)
  entry.writeUInt32BE(1)
  entry.writeBigUInt64BE(BigInt(Math.max(0, duration)), 4)
  entry.writeBigInt64BE(BigInt(Math.max(0, mediaTime)), 12)
  return box('edts', fullBox('elst', 1, 0, entry, u16(1, 0)))
}

function places(init: Buffer): Place[] {
  const moov = boxAt(init, ['moov'])
  if (!moov) return []
  return boxesIn(init, moov.from, moov.end)
    .filter(({ type }) => type === 'trak')
    .flatMap((trak) => {
      const track = trackOf(init, trak)
      return track ? [{ trak, track }] : []
    })
}

function trackOf(init: Buffer, trak: Box): InitTrack | undefined {
  const tkhd = boxAt(init, ['tkhd'], trak)
  const handler = boxAt(init, ['mdia', 'hdlr'], trak)
  const timescale = timescaleOf(init, boxAt(init, ['mdia', 'mdhd'], trak))
  if (!tkhd || !handler || !timescale || handler.end - handler.from < 12) return undefined
  const isLong = init[tkhd.from] === 1
  const idAt = tkhd.from + 4 + (isLong ? 16 : 8)
  const type = init.toString('latin1', handler.from + 8, handler.from + 12)
  if ((type !== 'vide' && type !== 'soun') || idAt + 4 > tkhd.end) return undefined
  return { id: init.readUInt32BE(idAt), kind: type === 'vide' ? 'video' : 'audio', timescale }
}

/** Of mvhd and mdhd, which agree so far. */
function timescaleOf(init: Buffer, header: Box | undefined): number | undefined {
  if (!header) return undefined
  const at = header.from + 4 + (init[header.from] === 1 ? 16 : 8)
  return at + 4 <= header.end ? init.readUInt32BE(at) : undefined
}
