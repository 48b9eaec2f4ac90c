import { u32 } from './boxes.ts'

export interface Sample {
  /** Ticks of the track's timescale. */
  duration: number
  /** Presentation time minus decode time, ticks. */
  compositionOffset: number
  isKey: boolean
  /** Pieces were lost on the way to us. */
  isDamaged?: boolean | undefined
  /** Video: NAL units without prefix. Audio: one frame. */
  units: Buffer[]
}

export interface TrackRun {
  trackId: number
  kind: 'video' | 'audio'
  /** Decode time of the first sample, whole ticks, not negative. */
  decodeTime: number
  samples: Sample[]
}

/** A sample whose bytes stand elsewhere, as they stand in the file. */
export interface SampleSize extends Omit<Sample, 'units'> {
  bytes: number
}

export interface TrackRunSizes extends Pick<TrackRun, 'trackId' | 'decodeTime'> {
  samples: SampleSize[]
}

export interface SingleSample extends Sample {
  sequence: number
  trackId: number
  kind: 'video' | 'audio'
  /** Whole ticks, not negative. */
  decodeTime: number
}

/** `dataOffset` is where the access unit begins in `bytes`, the headroom included; it reaches to the end. */
export interface SampleFragment {
  bytes: Buffer
  dataOffset: number
}

// ISO 14496-12 section 8.8.3.1: sample_depends_on (2: on none, 1: on others), sample_is_non_sync_sample.
const KEY_SAMPLE = 0x02000000
const DELTA_SAMPLE = 0x01010000
/** sample_degradation_priority, which is 0 for all that came whole. */
const DAMAGED = 1

const TFHD_BASE_IS_MOOF = 0x020000
const TRUN_FLAGS = 0x000001 | 0x000100 | 0x000200 | 0x000400 | 0x000800
const MOOF_HEAD = 8 + 16
const TRAF_HEAD = 8 + 16 + 20 + 20
const TRUN_ENTRY = 16
const MDAT_HEAD = 8

/** What `sampleFragment` will answer: all bytes, and where the access unit begins. */
export function sampleFragmentSize(
  { kind, units }: Pick<SingleSample, 'kind' | 'units'>,
  headroom: number,
): { size: number; dataOffset: number } {
  const dataOffset = headroom + MOOF_HEAD + TRAF_HEAD + TRUN_ENTRY + MDAT_HEAD
  return { size: dataOffset + sampleSize(kind, units), dataOffset }
}

/** One moof and mdat in one allocation, with `headroom` free bytes in front of them. */
export function sampleFragment(sample: SingleSample, headroom: number): SampleFragment {
  const { size: whole, dataOffset } = sampleFragmentSize(sample, headroom)
  const size = whole - dataOffset
  const moofSize = MOOF_HEAD + TRAF_HEAD + TRUN_ENTRY
  // Not from Node's pool: a cached one would keep a slab of all streams alive.
  const bytes = Buffer.allocUnsafeSlow(whole)
  bytes.fill(0, 0, headroom)
  let at = writeMoofHead(bytes, headroom, moofSize, sample.sequence)
  at = writeTrackHead(bytes, at, sample.trackId, sample.decodeTime, 1, moofSize + MDAT_HEAD)
  at = writeEntry(bytes, at, sample, size)
  at = writeMdatHead(bytes, at, size)
  for (const unit of sample.units) {
    if (sample.kind === 'video') at = bytes.writeUInt32BE(unit.length, at)
    at += unit.copy(bytes, at)
  }
  return { bytes, dataOffset }
}

/** One moof and mdat over runs of one or two tracks, as a list of pieces to write: media bytes are not copied. */
export function fragment(sequence: number, runs: TrackRun[]): Buffer[] {
  const sizes = runs.map(({ kind, samples, ...run }) => ({
    ...run,
    samples: samples.map(({ units, ...sample }) => ({ ...sample, bytes: sampleSize(kind, units) })),
  }))
  const pieces: Buffer[] = [fragmentHead(sequence, sizes)]
  for (const run of runs) {
    for (const sample of run.samples) {
      for (const unit of sample.units) {
        if (run.kind === 'video') pieces.push(u32(unit.length))
        pieces.push(unit)
      }
    }
  }
  return pieces
}

/** The moof and the head of the mdat; the samples' bytes follow, run after run. */
export function fragmentHead(sequence: number, runs: readonly TrackRunSizes[]): Buffer {
  const sums = runs.map(({ samples }) => samples.reduce((sum, { bytes }) => sum + bytes, 0))
  const dataSize = sums.reduce((sum, size) => sum + size, 0)
  const moofSize = runs.reduce((sum, run) => sum + TRAF_HEAD + TRUN_ENTRY * run.samples.length, MOOF_HEAD)

  const head = Buffer.allocUnsafe(moofSize + MDAT_HEAD)
  let at = writeMoofHead(head, 0, moofSize, sequence)
  let dataAt = moofSize + MDAT_HEAD
  for (const [r, { trackId, decodeTime, samples }] of runs.entries()) {
    at = writeTrackHead(head, at, trackId, decodeTime, samples.length, dataAt)
    for (const sample of samples) at = writeEntry(head, at, sample, sample.bytes)
    dataAt += sums[r] ?? 0
  }
  writeMdatHead(head, at, dataSize)
  return head
}

function sampleSize(kind: 'video' | 'audio', units: Buffer[]): number {
  const prefix = kind === 'video' ? 4 : 0
  return units.reduce((sum, unit) => sum + prefix + unit.length, 0)
}

function writeMoofHead(to: Buffer, at: number, moofSize: number, sequence: number): number {
  at = writeBoxHead(to, at, moofSize, 'moof')
  at = writeBoxHead(to, at, 16, 'mfhd')
  at = to.writeUInt32BE(0, at)
  return to.writeUInt32BE(sequence >>> 0, at)
}

/** traf with tfhd, tfdt (64 bits) and the head of trun (version 1: signed composition offsets). */
function writeTrackHead(
  to: Buffer,
  at: number,
  trackId: number,
  decodeTime: number,
  sampleCount: number,
  dataOffset: number,
): number {
  at = writeBoxHead(to, at, TRAF_HEAD + TRUN_ENTRY * sampleCount, 'traf')
  at = writeBoxHead(to, at, 16, 'tfhd')
  at = to.writeUInt32BE(TFHD_BASE_IS_MOOF, at)
  at = to.writeUInt32BE(trackId, at)
  at = writeBoxHead(to, at, 20, 'tfdt')
  at = to.writeUInt32BE(0x01000000, at)
  at = to.writeBigUInt64BE(BigInt(decodeTime), at)
  at = writeBoxHead(to, at, 20 + TRUN_ENTRY * sampleCount, 'trun')
  at = to.writeUInt32BE(0x01000000 | TRUN_FLAGS, at)
  at = to.writeUInt32BE(sampleCount, at)
  return to.writeUInt32BE(dataOffset, at)
}

function writeEntry(to: Buffer, at: number, sample: Omit<Sample, 'units'>, size: number): number {
  at = to.writeUInt32BE(sample.duration, at)
  at = to.writeUInt32BE(size, at)
  at = to.writeUInt32BE(
    (sample.isKey ? KEY_SAMPLE : DELTA_SAMPLE) | (sample.isDamaged === true ? DAMAGED : 0),
    at,
  )
  return to.writeInt32BE(sample.compositionOffset, at)
}

const writeMdatHead = (to: Buffer, at: number, dataSize: number): number =>
  writeBoxHead(to, at, MDAT_HEAD + dataSize, 'mdat')

function writeBoxHead(to: Buffer, at: number, size: number, type: string): number {
  at = to.writeUInt32BE(size, at)
  return at + to.write(type, at, 'latin1')
}
