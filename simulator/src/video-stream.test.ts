import { expect, test } from 'vitest'
import { Lens } from './lens.ts'
import { PictureSource } from './picture-source.ts'
import { VideoStream } from './video-stream.ts'

const FRAME_MS = 40
const START_MS = 45_000_000_000 * FRAME_MS

function streamOf(): VideoStream {
  const source = new PictureSource(
    1,
    'Gate',
    { viewpoint: 'gate', light: 'day', lens: new Lens() },
    'sub',
    25,
  )
  return new VideoStream(
    'cam1-sub',
    source,
    { codec: 'H264', fps: 25, gopFrames: 25, kbps: 500, profile: 'Baseline' },
    0,
  )
}

test('pictures that were due while the simulator was late are counted as skipped, and not as sent', () => {
  const stream = streamOf()
  stream.addViewer({ frame: () => true, report: () => {}, end: () => {} }, START_MS)
  stream.advance(START_MS + FRAME_MS)
  stream.advance(START_MS + 30 * FRAME_MS)
  const { sent, skipped, withheld, frames } = stream.journal.since(0)
  expect({ sent, skipped, withheld }).toEqual({ sent: 2, skipped: 28, withheld: 0 })
  expect(frames.map(([timeMs]) => timeMs)).toEqual([START_MS + FRAME_MS, START_MS + 30 * FRAME_MS])
})

test('what the only viewer does not take is withheld, and not sent', () => {
  const stream = streamOf()
  stream.addViewer({ frame: () => false, report: () => {}, end: () => {} }, START_MS)
  stream.advance(START_MS + FRAME_MS)
  expect(stream.journal.since(0)).toEqual({ sent: 0, skipped: 0, withheld: 1, lost: 0, frames: [] })
})
