import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { VideoFormat } from '@vedette/media/access-unit'
import { readSegment } from '@vedette/media/record/segment-file'
import type { RecordedStream, SegmentEnd, SegmentRow } from '@vedette/media/record/segment-row'
import { segmentBytes } from '@vedette/media/testing/segment-bytes'

import type { TestApp } from './app.ts'

/** Leaves a file in the archive and tells it, as a recorder does. */
export async function recordFile(
  app: TestApp,
  stream: RecordedStream,
  startMs: number,
  seconds: number,
  format?: VideoFormat,
  endReason: SegmentEnd = 'minute',
): Promise<SegmentRow> {
  const { segment, bytes } = segmentBytes(stream, startMs, seconds, endReason, format)
  const path = join(app.archiveFolder, segment.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  const reading = await readSegment(path)
  if (reading.kind !== 'whole') throw new Error(`a file that is ${reading.kind}`)
  await app.platform.recording.intake.finished(reading.row)
  return reading.row
}
