import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { WITHOUT_GSTREAMER } from '../testing/gstreamer-cameras.ts'
import { segmentBytes } from '../testing/segment-bytes.ts'
import { readSegment } from './segment-file.ts'

const STREAM = { company: 'c1', did: 'CAM-00000001', channel: 0, quality: 'main' } as const
const SECONDS = 4
const FRAME_MS = 40

it.skipIf(WITHOUT_GSTREAMER)(
  'GStreamer finds the pictures that the index counts, each at its time',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vedette-reader-'))
    const path = join(folder, 'one.mp4')
    await writeFile(path, segmentBytes(STREAM, Date.UTC(2026, 2, 29), SECONDS).bytes)
    const reading = await readSegment(path)
    const counted =
      reading.kind === 'whole' ? reading.row.gops.reduce((sum, { frames }) => sum + frames, 0) : 0
    const { stdout } = await promisify(execFile)('gst-launch-1.0', [
      '-v',
      'filesrc',
      `location=${path}`,
      '!',
      'qtdemux',
      '!',
      'avdec_h264',
      '!',
      'identity',
      'silent=false',
      '!',
      'fakesink',
      'sync=false',
    ])
    const shown = [...stdout.matchAll(/last-message = chain .* pts: 0:00:(\d+\.\d+)/g)]
    const times = shown.map(([, seconds]) => Math.round(Number(seconds) * 1000))
    expect(times).toEqual(Array.from({ length: counted }, (_, i) => i * FRAME_MS))
    expect(counted).toBe(SECONDS * 25)
    await rm(folder, { recursive: true })
  },
)
