import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { fragment } from '@vedette/media/fmp4/fragment'
import { VIDEO_TRACK } from '@vedette/media/fmp4/init-segment'
import { openSegment, segmentEnding, segmentHead } from '@vedette/media/record/segment-boxes'
import { readSegment } from '@vedette/media/record/segment-file'
import { accessUnits } from '@vedette/vision/decode/annex-b'

import type { TestApp } from './app.ts'

const FPS = 10
const DURATION = 90_000 / FPS

/** Leaves an H.264 byte stream of 10 pictures a second in the archive as a file of a sub-stream, a fragment a GOP. */
export async function recordClip(
  app: TestApp,
  place: { company: string; did: string },
  startMs: number,
  bytes: Buffer,
): Promise<void> {
  const { format, units } = accessUnits({ bytes, fps: FPS, startMs })
  const segment = openSegment({ ...place, channel: 0, quality: 'sub' }, startMs, format)
  const pieces = [segmentHead(segment, format)]
  const keys = units.flatMap(({ isKey }, at) => (isKey ? [at] : []))
  for (const [gop, from] of keys.entries()) {
    const samples = units
      .slice(from, keys[gop + 1])
      .map(({ isKey, units: nals }) => ({ duration: DURATION, compositionOffset: 0, isKey, units: nals }))
    const run = { trackId: VIDEO_TRACK, kind: 'video' as const, decodeTime: from * DURATION, samples }
    pieces.push(...fragment(gop + 1, [run]))
  }
  pieces.push(segmentEnding({ endReason: 'minute' }))
  const path = join(app.archiveFolder, segment.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.concat(pieces))
  const reading = await readSegment(path)
  if (reading.kind !== 'whole') throw new Error(`a file that is ${reading.kind}`)
  await app.platform.recording.intake.finished(reading.row)
}
