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
    for (let i = 0; i < 50; i++) shards.speak(1, 6, TONE)
    const file = join(folder, 'heard.raw')
    await expect
      .poll(() => statSync(file, { throwIfNoEntry: false })?.size ?? 0, PATIENCE)
      .toBe(50 * TONE.length * 2)
    const samples = readFileSync(file)
    const heard = Array.from({ length: 16 }, (_, i) => Math.sign(samples.readInt16LE(i * 2)))
    expect(heard).toEqual(Array.from({ length: 16 }, (_, i) => (i < 8 ? 1 : -1)))
  })

  test('is asked of a stream that the shard does not have, and says so', async () => {
    shards.setDesired([])
    expect(shards.talk(9, { type: 'talk', talk: 7, stream: 9, act: 'ask' })).toBe(false)
  })
})
