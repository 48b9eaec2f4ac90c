/** The start of a recorded file, ftyp and moov: what its tracks are. */
import { box } from '../fmp4/boxes.ts'
import { type Box, boxAt, boxesIn } from '../fmp4/read-boxes.ts'

export interface InitTrack {
  id: number
  kind: 'video' | 'audio'
  /** Ticks a second. */
  timescale: number
}

/** The tracks that play; none for what is no moov. */
export function tracksOf(init: Buffer): InitTrack[] {
  return trackBoxes(init).map(({ track }) => track)
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

/** The same with the boxes that tell of them. */
export function trackBoxes(init: Buffer): { trak: Box; track: InitTrack }[] {
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

/** Reads the timescale from mvhd or mdhd, whose layouts agree so far. */
function timescaleOf(init: Buffer, header: Box | undefined): number | undefined {
  if (!header) return undefined
  const at = header.from + 4 + (init[header.from] === 1 ? 16 : 8)
  return at + 4 <= header.end ? init.readUInt32BE(at) : undefined
}
