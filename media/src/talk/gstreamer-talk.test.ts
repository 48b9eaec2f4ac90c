import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { systemClock } from '../ingest/clock.ts'
import { type Shards, startShards } from '../shard/link.ts'
import { type Cameras, startCameras, WITHOUT_GSTREAMER } from '../testing/gstreamer-cameras.ts'
import type { TalkReport } from '../feed/talk-messages.ts'

/** µ-law of a square wave of 500 Hz. */
const TONE = Buffer.from(Array.from({ length: 160 }, (_, i) => (i % 16 < 8 ? 0x90 : 0x10)))
const TONE_MS = 20

const TONE_HZ = 700
/** 1024 samples at 16 kHz. */
const FRAME_MS = 64

/** A second and a half of a tone, as browsers hand AAC over: raw frames at 16 kHz, taken out of ffmpeg's ADTS (ISO 13818-7). */
function aacFrames(hz: number): Buffer[] {
  const tone = `sine=frequency=${hz}:sample_rate=16000:duration=1.5,volume=4`
  const args = ['-v', 'error', '-f', 'lavfi', '-i', tone, '-c:a', 'aac', '-b:a', '32k', '-f', 'adts', '-']
  const adts = execFileSync('ffmpeg', args)
  const frames: Buffer[] = []
  for (let at = 0; at + 7 <= adts.length;) {
    const length = (adts.readUInt32BE(at + 2) >> 5) & 0x1fff
    const hasCrc = ((adts[at + 1] ?? 0) & 1) === 0
    frames.push(adts.subarray(at + (hasCrc ? 9 : 7), at + length))
    at += length
  }
  return frames
}

/** Pitch by zero crossings, and loudness from 0 to 1, of 16-bit samples; their first tenth is the encoder's start. */
function heardIn(bytes: Buffer, rate: number): { hz: number; level: number } {
  const samples = Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(i * 2) / 32_768)
  const steady = samples.slice(samples.length / 10)
  let crossings = 0
  for (let i = 1; i < steady.length; i++) if ((steady[i] ?? 0) >= 0 !== (steady[i - 1] ?? 0) >= 0) crossings++
  const level = Math.sqrt(steady.reduce((sum, sample) => sum + sample * sample, 0) / steady.length)
  return { hz: (crossings / 2 / steady.length) * rate, level }
}

describe.skipIf(WITHOUT_GSTREAMER)("a camera by GStreamer's ONVIF server", () => {
  let cameras: Cameras
  let folder: string
  let shards: Shards
  const reports: TalkReport[] = []
  let isUp = false

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vedette-talk-'))
    cameras = await startCameras('--hears', join(folder, 'heard.raw'))
    shards = await startShards({
      count: 1,
      clock: systemClock,
      onMessage() {},
      onEvidence() {},
      onState: ({ state }) => (isUp = state === 'running'),
      onTalk: (report) => void reports.push(report),
    })
  })

  afterAll(async () => {
    await shards?.close()
    cameras?.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const PATIENCE = { timeout: 20_000 }
  const reported = (talk: number) => reports.findLast((report) => report.talk === talk)

  test('hears what is said to it by a shard', async () => {
    const url = `rtsp://127.0.0.1:${cameras.port}/talk`
    const camera = { url, key: 'talk', username: '', password: '', transport: 'tcp' } as const
    shards.setDesired([{ stream: 1, ...camera }])
    await expect.poll(() => isUp, PATIENCE).toBe(true)
    shards.talk(1, { type: 'talk', talk: 5, stream: 1, act: 'ask' })
    await expect
      .poll(() => reported(5), PATIENCE)
      .toMatchObject({ state: 'able', codec: 'pcmu', sampleRate: 8000 })
    shards.talk(1, { type: 'talk', talk: 6, stream: 1, act: 'open' })
    await expect.poll(() => reported(6), PATIENCE).toMatchObject({ state: 'open', codec: 'pcmu' })
    const file = join(folder, 'heard.raw')
    // As somebody speaks, until a second of it was heard: GStreamer drops what comes before its own pipeline plays.
    await expect
      .poll(
        () => {
          shards.speak(1, 6, TONE)
          return statSync(file, { throwIfNoEntry: false })?.size ?? 0
        },
        { ...PATIENCE, interval: TONE_MS },
      )
      .toBeGreaterThan(50 * TONE.length * 2)
    const samples = readFileSync(file)
    // Nothing is missing in between, and nothing else was heard.
    expect(samples.length % (2 * TONE.length)).toBe(0)
    const heard = Array.from({ length: samples.length / 2 }, (_, i) => Math.sign(samples.readInt16LE(i * 2)))
    expect(heard).toEqual(heard.map((_, i) => (i % 16 < 8 ? 1 : -1)))
  })

  test('that takes AAC alone hears AAC', async () => {
    const url = `rtsp://127.0.0.1:${cameras.port}/talk-aac`
    const camera = { url, key: 'talk-aac', username: '', password: '', transport: 'tcp' } as const
    shards.setDesired([{ stream: 2, ...camera }])
    await expect.poll(() => isUp, PATIENCE).toBe(true)
    shards.talk(2, { type: 'talk', talk: 8, stream: 2, act: 'open' })
    await expect
      .poll(() => reported(8), PATIENCE)
      .toMatchObject({ state: 'open', codec: 'aac', sampleRate: 16_000 })
    const frames = aacFrames(TONE_HZ)
    const file = join(folder, 'heard.raw.aac')
    let said = 0
    // As somebody speaks: one frame after the other, until a second of it was heard.
    await expect
      .poll(
        () => {
          shards.speak(2, 8, frames[said++ % frames.length] ?? Buffer.alloc(0))
          return statSync(file, { throwIfNoEntry: false })?.size ?? 0
        },
        { ...PATIENCE, interval: FRAME_MS },
      )
      .toBeGreaterThan(16_000 * 2)
    const { hz, level } = heardIn(readFileSync(file), 16_000)
    expect(hz).toBeCloseTo(TONE_HZ, -1)
    expect(level).toBeGreaterThan(0.1)
  })

  test('is asked of a stream that the shard does not have, and says so', async () => {
    shards.setDesired([])
    expect(shards.talk(9, { type: 'talk', talk: 7, stream: 9, act: 'ask' })).toBe(false)
  })
})
