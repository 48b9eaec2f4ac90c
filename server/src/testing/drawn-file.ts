/** Recorded files whose pictures a test draws. */
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { VideoFormat } from '@vedette/media/access-unit'
import { readSegment } from '@vedette/media/record/segment-file'
import type { RecordedStream, SegmentRow } from '@vedette/media/record/segment-row'
import { stillBytes } from '@vedette/media/testing/segment-bytes'

import type { TestApp } from './app.ts'

export const DRAWN_WIDTH = 160
export const DRAWN_HEIGHT = 96
const GOP_S = 20
const START_CODE = Buffer.from([0, 0, 1])

export interface Drawn {
  format: VideoFormat
  units: Buffer[]
}

/** A picture as H.264. `brightness` is asked for each pixel, row by row. */
export function drawn(brightness: (x: number, y: number) => number): Drawn {
  const [width, height] = [DRAWN_WIDTH, DRAWN_HEIGHT]
  const picture = Buffer.alloc((width * height * 3) / 2, 120)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) picture[y * width + x] = Math.max(16, Math.min(235, brightness(x, y)))
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-i', '-']
  const output = ['-c:v', 'libx264', '-profile:v', 'high', '-qp', '18', '-frames:v', '1', '-f', 'h264', '-']
  const run = spawnSync('ffmpeg', ['-v', 'error', ...input, ...output], { input: picture, timeout: 30_000 })
  if (run.status !== 0) throw new Error(`ffmpeg: ${run.error?.message ?? run.stderr.toString()}`)
  const [made] = picturesIn(run.stdout, { width, height })
  if (!made) throw new Error('ffmpeg made no picture')
  return made
}

/** The key pictures of an H.264 byte stream, in which each has its parameter sets before it. */
export function picturesIn(stream: Buffer, size: { width: number; height: number }): Drawn[] {
  const units = unitsOf(stream)
  const typeOf = (unit: Buffer): number => (unit[0] ?? 0) & 31
  const starts = units.flatMap((unit, i) => (typeOf(unit) === 7 ? [i] : []))
  return starts.map((start, i) => {
    const own = units.slice(start, starts[i + 1])
    const [sps, pps] = [7, 8].map((type) => own.find((unit) => typeOf(unit) === type))
    if (!sps || !pps) throw new Error('a picture without its parameter sets')
    const rfc6381 = `avc1.${sps.toString('hex', 1, 4)}`
    const format = { kind: 'video', codec: 'h264', rfc6381, ...size, sps, pps } as const
    return { format, units: own.filter((unit) => typeOf(unit) === 5) }
  })
}

function unitsOf(stream: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = stream.indexOf(START_CODE); at >= 0; at = stream.indexOf(START_CODE, at + 3))
    starts.push(at + 3)
  return starts.map((start, i) => {
    const next = (starts[i + 1] ?? stream.length + 3) - 3
    // The zero before a long start code belongs to none.
    const end = next < stream.length && stream[next - 1] === 0 ? next - 1 : next
    return stream.subarray(start, end)
  })
}

/** Leaves a minute of one picture in the archive and tells it, as a recorder does. */
export async function recordDrawn(
  app: TestApp,
  stream: RecordedStream,
  startMs: number,
  { format, units }: Drawn,
): Promise<SegmentRow> {
  const { segment, bytes } = stillBytes(stream, startMs, { format, units, seconds: 60, gopS: GOP_S })
  const path = join(app.archiveFolder, segment.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  const reading = await readSegment(path)
  if (reading.kind !== 'whole') throw new Error(`a file that is ${reading.kind}`)
  await app.platform.recording.intake.finished(reading.row)
  return reading.row
}
