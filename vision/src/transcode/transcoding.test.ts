/** H.265 of a camera that nobody here wrote, converted by the real process as the gate has it done. */
import { spawnSync } from 'node:child_process'

import type { DesiredStream } from '@vedette/media/feed/messages'
import { systemClock } from '@vedette/media/ingest/clock'
import { FanOut } from '@vedette/media/live/fan-out'
import { MESSAGE_TYPE, readHeader } from '@vedette/media/live/message'
import { type Shards, startShards } from '@vedette/media/shard/link'
import { ffprobe } from '@vedette/media/testing/ffprobe'
import { type Cameras, startCameras, WITHOUT_GSTREAMER } from '@vedette/media/testing/gstreamer-cameras'
import { type EpochStream, epochsOf } from '@vedette/media/testing/live-recording'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { convertedSize } from './picture-codec.ts'
import { startTranscoding, type Transcoding } from './transcoding.ts'

const CONVERTED = 1000
const PATIENT = { timeout: 60_000 }

it('large pictures are made smaller, with even sides, and small ones stay as they are', () => {
  expect(convertedSize({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 })
  expect(convertedSize({ width: 2592, height: 1944 })).toEqual({ width: 1440, height: 1080 })
  expect(convertedSize({ width: 705, height: 577 })).toEqual({ width: 704, height: 576 })
})

describe.skipIf(WITHOUT_GSTREAMER)('a camera that sends H.265', PATIENT, () => {
  let cameras: Cameras
  let shards: Shards
  let fanOut: FanOut
  let transcoding: Transcoding | undefined
  let streams = 0

  beforeAll(async () => {
    cameras = await startCameras()
    fanOut = new FanOut({
      clock: systemClock,
      onFirstViewer: (stream) => shards.watch(stream),
      onLastViewer: (stream) => shards.unwatch(stream),
    })
    shards = await startShards({
      count: 1,
      clock: systemClock,
      onMessage: (message) => void fanOut.publish(message),
      onEvidence() {},
      onState() {},
    })
  })

  afterEach(() => transcoding?.stop())

  afterAll(async () => {
    await shards?.close()
    cameras?.process.kill('SIGKILL')
  })

  /** The first epoch of the converted stream, once it has so many pictures. */
  function converted(path: string, pictures: number): Promise<EpochStream> {
    const url = `rtsp://127.0.0.1:${cameras.port}${path}`
    const stream = ++streams
    const desired: DesiredStream = { stream, key: path, url, username: '', password: '', transport: 'tcp' }
    shards.setDesired([desired])
    const messages: Buffer[] = []
    return new Promise((resolve, reject) => {
      const started = startTranscoding(CONVERTED, {
        onReady: () => fanOut.join(stream, started.viewer),
        onMessage(message) {
          messages.push(message)
          const count = messages.filter((each) => readHeader(each)?.type === MESSAGE_TYPE.video).length
          const [epoch] = count >= pictures ? epochsOf(messages) : []
          if (!epoch) return
          fanOut.leave(stream, started.viewer)
          resolve(epoch)
        },
        onUnavailable: (detail) => reject(new Error(detail)),
        onEnd: (detail) => reject(new Error(`the process ended: ${detail}`)),
      })
      transcoding = started
    })
  }

  it('is seen in H.264, its G.711 beside the picture', async () => {
    const epoch = await converted('/h265-pcmu', 60)
    expect(epoch.format).toMatchObject({ width: 640, height: 360, audio: 'ulaw' })
    expect(epoch.format.codec).toMatch(/^avc1\./)
    expect(epoch.g711.length).toBeGreaterThan(10)
    const probed = await ffprobe(epoch.bytes)
    expect(probed.complaints).toBe('')
    expect(probed.pictures).toHaveLength(epoch.pictures)
    const steps = probed.pictures.slice(1).map((at, i) => at - (probed.pictures[i] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(0.005)
    // A white ball on the blue yard that the camera shows.
    const { corner, brightest } = lightOf(epoch.bytes)
    expect(corner).toBeGreaterThan(50)
    expect(corner).toBeLessThan(90)
    expect(brightest).toBeGreaterThan(220)
  })

  it('keeps its AAC as it came', async () => {
    const epoch = await converted('/h265-aac', 60)
    expect(epoch.format).toMatchObject({ audio: 'mp4a.40.2' })
    expect(epoch.soundFrames).toBeGreaterThan(15)
    const probed = await ffprobe(epoch.bytes)
    expect(probed.complaints).toBe('')
    expect(probed.pictures).toHaveLength(epoch.pictures)
    expect(probed.samples).toBe(epoch.soundFrames * 1024)
  })
})

/** Luma of the upper left corner of the tenth picture, and its brightest pixel. */
function lightOf(bytes: Buffer): { corner: number; brightest: number } {
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'mp4', '-i', 'pipe:0', '-vf', 'select=eq(n\\,9)', '-frames:v', '1'].concat([
      '-pix_fmt',
      'gray',
      '-f',
      'rawvideo',
      'pipe:1',
    ]),
    { input: bytes, maxBuffer: 16 * 1024 * 1024 },
  )
  return { corner: stdout[0] ?? 0, brightest: stdout.reduce((most, luma) => Math.max(most, luma), 0) }
}
