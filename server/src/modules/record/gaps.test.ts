import { recordGaps, setRecordPolicy } from '@vedette/contract/calls/record'
import type { SegmentEnd } from '@vedette/media/record/segment-row'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { recordFile } from '../../testing/record-file.ts'
import { type RecordedCamera, recordedCamera } from '../../testing/recorded-camera.ts'
import { engines } from '../../testing/storage.ts'

const HOUR_MS = 3_600_000

describe.each(engines)('why nothing is recorded on %s', (engine) => {
  let app: TestApp
  let camera: RecordedCamera
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    camera = await recordedCamera(app)
  })

  const reasonsAt = async (...At: number[]) =>
    (await app.ask(recordGaps, { DID: camera.did, At }, camera.company.token)).Reasons
  const reasonAt = async (at: number) => (await reasonsAt(at))[0]
  const ended = (startMs: number, reason: SegmentEnd, quality: 'main' | 'sub' = 'main') => {
    const stream = { company: camera.company.companyId, did: camera.did, channel: 0, quality }
    return recordFile(app, stream, startMs, 10, undefined, reason)
  }
  const set = (policy: object) => {
    const whole = { Main: 'continuous', Sub: 'off', Days: 30, MaxBytes: 0, ...policy } as const
    return app.ask(setRecordPolicy, { DIDs: [camera.did], Policy: whole }, camera.company.token)
  }

  it('is told by how the recording before it ended', async () => {
    const { start } = camera
    await ended(start, 'gap')
    await ended(start + 60_000, 'disk')
    await ended(start + 120_000, 'killed')
    await ended(start + 180_000, 'stop')
    expect(await reasonAt(start - 1)).toBe('unknown')
    expect(await reasonAt(start + 30_000)).toBe('away')
    expect(await reasonsAt(start + 90_000, start + 150_000)).toEqual(['disk', 'platform'])
    expect(await reasonAt(start + 210_000)).toBe('unknown')
    // The stream that came last says why.
    await ended(start + 10_000, 'killed', 'sub')
    expect(await reasonAt(start + 30_000)).toBe('platform')
  })

  it('is that it is off, or on alarm alone, where that is set', async () => {
    const { start } = camera
    await ended(start, 'stop')
    await set({ Main: 'off' })
    expect(await reasonAt(start + 30_000)).toBe('off')
    await set({ Main: 'alarm' })
    expect(await reasonAt(start + 30_000)).toBe('alarm')
    await set({ Main: 'continuous' })
    expect(await reasonAt(start + 30_000)).toBe('unknown')
  })

  it('is that it was deleted for its age', async () => {
    const { start } = camera
    await camera.record(start)
    await camera.record(start + 10_000)
    await set({ Days: 1 })
    app.clock.leap(25 * HOUR_MS)
    camera.company.token = await app.tokenOf(camera.company.code, 'boss')
    await app.platform.recording.retention.sweep()
    expect(await reasonAt(start + 15_000)).toBe('deleted')
    expect(await reasonAt(start + HOUR_MS)).not.toBe('deleted')
  })
})
