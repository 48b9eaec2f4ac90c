/**
 * The streams of GStreamer's RTSP server as a shard takes them in and ffmpeg decodes them. It stands here and not in e2e because
 * the platform's public calls offer no choice of transport; what a browser paints of them is told in e2e/src/live.test.ts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { DesiredStream, Evidence } from './feed/messages.ts'
import { systemClock } from './ingest/clock.ts'
import { MESSAGE_TYPE, readHeader } from './live/message.ts'
import { type Shards, startShards } from './shard/link.ts'
import { ffprobe } from './testing/ffprobe.ts'
import { type Cameras, startCameras, WITHOUT_GSTREAMER } from './testing/gstreamer-cameras.ts'
import { type EpochStream, epochsOf } from './testing/live-recording.ts'

describe.skipIf(WITHOUT_GSTREAMER)('a camera by GStreamer', () => {
  let cameras: Cameras
  let secured: Cameras
  let folder: string
  let shards: Shards
  let messages: Buffer[]
  let evidence: Evidence[]
  let changed: () => void
  let streams = 0

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vedette-tls-'))
    const pem = readFileSync(new URL('./rtsp/fixtures/self-signed.pem', import.meta.url))
    for (const name of ['cert.pem', 'key.pem']) writeFileSync(join(folder, name), pem)
    cameras = await startCameras()
    secured = await startCameras('--auth', 'viewer', 'Lens9-cap', '--tls', folder)
    shards = await startShards({
      count: 1,
      clock: systemClock,
      onMessage(message) {
        messages.push(message)
        changed()
      },
      onEvidence(one) {
        evidence.push(one)
        changed()
      },
      onState() {},
    })
  })

  afterAll(async () => {
    await shards?.close()
    for (const one of [cameras, secured]) one?.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function desire(path: string, more: Partial<DesiredStream> = {}): DesiredStream {
    const url = `rtsp://127.0.0.1:${cameras.port}${path}`
    return { stream: ++streams, key: path, url, username: '', password: '', transport: 'tcp', ...more }
  }

  function until(isMet: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      changed = () => {
        if (isMet()) resolve()
      }
      changed()
    })
  }

  const pictureCount = (): number =>
    messages.filter((message) => readHeader(message)?.type === MESSAGE_TYPE.video).length

  /** The first epoch with so many pictures, watched from the start. */
  async function watch(desired: DesiredStream, pictures: number): Promise<EpochStream> {
    messages = []
    evidence = []
    changed = () => {}
    shards.setDesired([desired])
    shards.watch(desired.stream)
    await until(() => pictureCount() >= pictures)
    shards.unwatch(desired.stream)
    shards.setDesired([])
    const longest = epochsOf(messages).sort((a, b) => b.pictures - a.pictures)[0]
    if (!longest) throw new Error('no epoch')
    return longest
  }

  /** All that was sent is decoded without a word and comes out in order of time. */
  async function expectDecodable({ bytes, pictures, soundFrames }: EpochStream): Promise<void> {
    const probed = await ffprobe(bytes)
    expect(probed.complaints).toBe('')
    expect(probed.pictures).toHaveLength(pictures)
    expect(probed.pictures).toEqual([...new Set(probed.pictures)].sort((a, b) => a - b))
    expect(probed.samples).toBe(soundFrames * 1024)
  }

  test.each<[string, Partial<DesiredStream>]>([
    ['/h264-nosps', {}],
    ['/bframes', {}],
    ['/longgop', {}],
    ['/h264-nosps', { transport: 'udp' }],
    ['/bframes', { transport: 'udp' }],
    ['/h264', { transport: 'auto' }],
  ])('at %s with %j is played', async (path, more) => {
    const epoch = await watch(desire(path, more), 50)
    expect(epoch.format).toMatchObject({ codec: expect.stringMatching(/^avc1\./), width: 640, height: 360 })
    await expectDecodable(epoch)
  })

  test('that sends AAC is played with its sound', async () => {
    const epoch = await watch(desire('/h264-aac'), 80)
    expect(epoch.format.audio).toBe('mp4a.40.2')
    expect(epoch.soundFrames).toBeGreaterThan(30)
    await expectDecodable(epoch)
  })

  test.each([
    ['/h264-pcma', /^avc1\./, 'alaw'],
    ['/h265-pcmu', /^hvc1\./, 'ulaw'],
  ])('that sends G.711 at %s is played, its sound beside the picture', async (path, codec, audio) => {
    const epoch = await watch(desire(path), 50)
    expect(epoch.format.codec).toMatch(codec)
    expect(epoch.format.audio).toBe(audio)
    const samples = epoch.g711.reduce((sum, packet) => sum + packet.length, 0)
    expect(samples).toBeGreaterThan(8000)
    await expectDecodable(epoch)
  })

  test('of which packets are lost by UDP shows no picture that lacks another', async () => {
    const epoch = await watch(desire('/lossy', { transport: 'udp' }), 60)
    expect(epoch.pictures).toBeGreaterThan(0)
    await expectDecodable(epoch)
  })

  test('that sends motion JPEG alone is said to be of no use, plainly', async () => {
    messages = []
    evidence = []
    changed = () => {}
    shards.setDesired([desire('/mjpeg')])
    await until(() => evidence.some(({ reason }) => reason === 'unsupportedCodec'))
    shards.setDesired([])
    expect(messages).toEqual([])
  })

  test('behind TLS with a certificate of its own is logged in to and played, unless certificates are verified', async () => {
    const url = `rtsps://127.0.0.1:${secured.port}/h264`
    const login = { url, username: 'viewer', password: 'Lens9-cap' }
    await expectDecodable(await watch(desire('/tls', login), 40))
    evidence = []
    shards.setDesired([desire('/tls', { ...login, tls: 'verify' })])
    await until(() => evidence.some(({ state }) => state === 'reconnecting'))
    expect(evidence.at(-1)?.reason).toBe('certificate')
    shards.setDesired([])
  })
})
