import type { VideoFormat } from '../access-unit.ts'
import { VIDEO_TRACK } from '../fmp4/init-segment.ts'
import { fragment } from '../fmp4/fragment.ts'
import { openSegment, segmentEnding, segmentHead } from '../record/segment-boxes.ts'
import type { OpenSegment, RecordedStream, SegmentEnd } from '../record/segment-row.ts'
import { footage } from './footage.ts'

const FRAME_TICKS = 3600
const SECOND_TICKS = 90_000

/** The format of `footage('plain')` and `footage('reordered')`. */
export function footageFormat(name: 'plain' | 'reordered'): VideoFormat {
  const { sps, pps } = footage(name)
  return { kind: 'video', codec: 'h264', rfc6381: 'avc1.64000b', width: 160, height: 96, sps, pps }
}

export interface SegmentBytes {
  segment: OpenSegment
  bytes: Buffer
  /** Where each GOP ends. */
  gopEnds: number[]
}

/** A file of the archive as a recorder writes it: so many seconds of 25 pictures, a fragment a GOP. */
export function segmentBytes(
  stream: RecordedStream,
  startMs: number,
  seconds: number,
  endReason: SegmentEnd = 'minute',
  format = footageFormat('plain'),
): SegmentBytes {
  const segment = openSegment(stream, startMs, format)
  const pieces = [segmentHead(segment, format)]
  const gopEnds: number[] = []
  const { pictures } = footage('plain')
  for (let gop = 0; gop < seconds; gop++) {
    const samples = pictures
      .slice(0, 25)
      .map(({ isKey, units }) => ({ duration: FRAME_TICKS, compositionOffset: 0, isKey, units }))
    const run = { trackId: VIDEO_TRACK, kind: 'video' as const, decodeTime: gop * 25 * FRAME_TICKS, samples }
    pieces.push(...fragment(gop + 1, [run]))
    gopEnds.push(pieces.reduce((sum, piece) => sum + piece.length, 0))
  }
  pieces.push(segmentEnding({ endReason }))
  return { segment, bytes: Buffer.concat(pieces), gopEnds }
}

/** The same of one picture that stands as long as the file, its key frame repeated every `gopS`. */
export function stillBytes(
  stream: RecordedStream,
  startMs: number,
  { format, units, seconds, gopS }: { format: VideoFormat; units: Buffer[]; seconds: number; gopS: number },
): Pick<SegmentBytes, 'segment' | 'bytes'> {
  const segment = openSegment(stream, startMs, format)
  const pieces = [segmentHead(segment, format)]
  for (let at = 0; at < seconds; at += gopS) {
    const samples = [{ duration: gopS * SECOND_TICKS, compositionOffset: 0, isKey: true, units }]
    const run = { trackId: VIDEO_TRACK, kind: 'video' as const, decodeTime: at * SECOND_TICKS, samples }
    pieces.push(...fragment(at / gopS + 1, [run]))
  }
  pieces.push(segmentEnding({ endReason: 'minute' }))
  return { segment, bytes: Buffer.concat(pieces) }
}
