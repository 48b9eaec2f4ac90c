/** A file of the archive as the index knows it: docs/protocol.md, "Archive". */

export const SEGMENT_ENDS = ['minute', 'asked', 'parameters', 'stop', 'gap', 'disk', 'killed'] as const
/**
 * Why a file ended: its minute was over; somebody asked for it before that; the camera changed its format; recording was switched off;
 * pictures stopped or time jumped; the disk failed; its process was killed, and what was whole of it was kept.
 */
export type SegmentEnd = (typeof SEGMENT_ENDS)[number]

export type StreamQuality = 'main' | 'sub'

/** The stream whose pictures they are. */
export interface RecordedStream {
  company: string
  did: string
  channel: number
  quality: StreamQuality
}

/** A key frame and what depends on it: one or more fragments on end, the first of which begins with the key frame. */
export interface GopRow {
  /** Where its first moof begins in the file. */
  offset: number
  /** Size of all its fragments. */
  bytes: number
  startMs: number
  durationMs: number
  /** Pictures. */
  frames: number
}

export interface OpenSegment extends RecordedStream {
  /** `<startMs>-<random>`: in order of time within a stream. */
  id: string
  /** Below the archive's folder, with `/`. */
  path: string
  /** When its first picture was shown, ms since 1970; media time 0 of the file. */
  startMs: number
  /** RFC 6381, with a comma before the sound's. */
  codecs: string
  /** When it was fetched from the device's own storage, ms since 1970; absent for what was recorded as it came. */
  filledAtMs?: number
}

export interface SegmentRow extends OpenSegment {
  endMs: number
  bytes: number
  /** Sorted by time, without gaps between them. */
  gops: GopRow[]
  /** SHA-256 of the whole file, hex. */
  hash: string
  endReason: SegmentEnd
  /** What the camera's own clock was ahead of the recording's, as far as it told. */
  cameraClockOffsetMs?: number
}

/** Company, device, channel and quality as the folder that holds the stream's files. */
export function streamFolder({ company, did, channel, quality }: RecordedStream): string {
  return `${company}/${did}/${channel}-${quality}`
}

/** Where a file stands below the archive's folder. */
export function segmentPath(stream: RecordedStream, id: string, startMs: number): string {
  const day = new Date(startMs).toISOString().slice(0, 10)
  return `${streamFolder(stream)}/${day}/${id}.mp4`
}

const PATH = /^([^/]+)\/([^/]+)\/(\d+)-(main|sub)\/(\d{4}-\d\d-\d\d)\/([^/]+)\.mp4$/

export interface PlaceOfFile extends RecordedStream {
  id: string
  /** The beginning of the day that it starts on, UTC. */
  dayMs: number
}

/** What `segmentPath` made a path of; undefined for what is no path of a file. */
export function placeOfPath(path: string): PlaceOfFile | undefined {
  const [, company = '', did = '', channel, quality, day = '', id = ''] = PATH.exec(path) ?? []
  const dayMs = Date.parse(day)
  if (Number.isNaN(dayMs)) return undefined
  return { company, did, channel: Number(channel), quality: quality === 'sub' ? 'sub' : 'main', id, dayMs }
}
