/** The head of a recorded fragment: ISO 14496-12 section 8.8. */
import { type Box, boxAt, boxesIn } from './read-boxes.ts'

export interface FragmentSample {
  /** Offset from the moof's first byte. */
  at: number
  bytes: number
  /** Ticks. */
  duration: number
  compositionOffset: number
  isKey: boolean
}

export interface FragmentTrack {
  id: number
  /** Decode time of the first sample, ticks. */
  decodeTime: number
  /** Where it stands, and whether it has 64 bits. */
  decodeTimeAt: number
  isLong: boolean
  samples: FragmentSample[]
}

export interface FragmentHead {
  /** Size of the moof. */
  bytes: number
  sequenceAt: number
  tracks: FragmentTrack[]
}

/** How large the moof is that begins here; undefined for what is none. */
export function moofBytes(head: Buffer): number | undefined {
  if (head.length < 8 || head.toString('latin1', 4, 8) !== 'moof') return undefined
  return head.readUInt32BE()
}

/** ISO 14496-12 section 8.8.3.1: sample_is_non_sync_sample. */
const NON_SYNC = 0x00010000

/** Reads the moof at the start of `bytes`, which holds it whole. Undefined for what is none, or is torn. */
export function readMoof(bytes: Buffer): FragmentHead | undefined {
  const moof = boxesIn(bytes).at(0)
  if (moof?.type !== 'moof') return undefined
  const mfhd = boxAt(bytes, ['mfhd'], moof)
  if (!mfhd || mfhd.end - mfhd.from < 8) return undefined
  const tracks: FragmentTrack[] = []
  const parts = boxesIn(bytes, moof.from, moof.end)
  if (parts.at(-1)?.end !== moof.end) return undefined
  for (const traf of parts.filter(({ type }) => type === 'traf')) {
    const track = readTrack(bytes, traf)
    if (!track) return undefined
    tracks.push(track)
  }
  return tracks.length > 0 ? { bytes: moof.end, sequenceAt: mfhd.from + 4, tracks } : undefined
}

/** Writes another sequence number and moves each track's decode time by the ticks that `shiftOf` answers for it. */
export function moveFragment(
  bytes: Buffer,
  head: FragmentHead,
  sequence: number,
  shiftOf: (trackId: number) => number,
): void {
  bytes.writeUInt32BE(sequence >>> 0, head.sequenceAt)
  for (const { id, decodeTime, decodeTimeAt, isLong } of head.tracks) {
    const moved = Math.max(0, decodeTime + shiftOf(id))
    if (isLong) bytes.writeBigUInt64BE(BigInt(moved), decodeTimeAt)
    else bytes.writeUInt32BE(moved % 2 ** 32, decodeTimeAt)
  }
}

function readTrack(bytes: Buffer, traf: Box): FragmentTrack | undefined {
  const tfhd = boxAt(bytes, ['tfhd'], traf)
  const tfdt = boxAt(bytes, ['tfdt'], traf)
  if (!tfhd || !tfdt || tfhd.end - tfhd.from < 8 || tfdt.end - tfdt.from < 8) return undefined
  const isLong = bytes[tfdt.from] === 1
  const decodeTimeAt = tfdt.from + 4
  if (isLong && tfdt.end - tfdt.from < 12) return undefined
  const defaults = readDefaults(bytes, tfhd)
  if (!defaults) return undefined
  const samples: FragmentSample[] = []
  const parts = boxesIn(bytes, traf.from, traf.end)
  if (parts.at(-1)?.end !== traf.end) return undefined
  for (const trun of parts.filter(({ type }) => type === 'trun'))
    if (!readRun(bytes, trun, defaults, samples)) return undefined
  const decodeTime = isLong ? Number(bytes.readBigUInt64BE(decodeTimeAt)) : bytes.readUInt32BE(decodeTimeAt)
  // Ten thousand years at our timescale; beyond it no tick could be added.
  if (decodeTime >= Number.MAX_SAFE_INTEGER) return undefined
  return {
    id: bytes.readUInt32BE(tfhd.from + 4),
    decodeTime,
    decodeTimeAt,
    isLong,
    samples,
  }
}

type Defaults = Pick<FragmentSample, 'duration' | 'bytes' | 'isKey'>

function readDefaults(bytes: Buffer, tfhd: Box): Defaults | undefined {
  const flags = bytes.readUInt32BE(tfhd.from) & 0xffffff
  // A base other than the moof's first byte is none of ours.
  if (flags & 0x1) return undefined
  let at = tfhd.from + 8 + (flags & 0x2 ? 4 : 0)
  const field = (flag: number): number => {
    if (!(flags & flag) || at + 4 > tfhd.end) return 0
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
  return { duration: field(0x8), bytes: field(0x10), isKey: (field(0x20) & NON_SYNC) === 0 }
}

function readRun(bytes: Buffer, trun: Box, defaults: Defaults, samples: FragmentSample[]): boolean {
  if (trun.end - trun.from < 8) return false
  const isSigned = bytes[trun.from] === 1
  const flags = bytes.readUInt32BE(trun.from) & 0xffffff
  const count = bytes.readUInt32BE(trun.from + 4)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const hasFirstFlags = (flags & 0x4) !== 0
  let at = trun.from + 8 + (flags & 0x1 ? 4 : 0) + (hasFirstFlags ? 4 : 0)
  // Samples that say nothing of themselves are none of ours, and their number is bounded by nothing.
  if (!(flags & 0x1) || fields === 0 || at + count * fields * 4 > trun.end) return false
  let dataAt = bytes.readInt32BE(trun.from + 8)
  for (let i = 0; i < count; i++) {
    const sample = { at: dataAt, ...defaults, compositionOffset: 0 }
    if (flags & 0x100) sample.duration = bytes.readUInt32BE((at += 4) - 4)
    if (flags & 0x200) sample.bytes = bytes.readUInt32BE((at += 4) - 4)
    if (flags & 0x400) sample.isKey = (bytes.readUInt32BE((at += 4) - 4) & NON_SYNC) === 0
    else if (hasFirstFlags && i === 0) sample.isKey = (bytes.readUInt32BE(trun.from + 12) & NON_SYNC) === 0
    if (flags & 0x800) {
      at += 4
      sample.compositionOffset = isSigned ? bytes.readInt32BE(at - 4) : bytes.readUInt32BE(at - 4)
    }
    dataAt += sample.bytes
    samples.push(sample)
  }
  return true
}
