import { OnvifClient } from '@vedette/devices/onvif/client'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { TestClock } from '../../engines/clock.ts'
import { type TurningCamera, turningCamera } from '../../testing/turning-camera.ts'
import { PtzCamera } from './camera.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const HOLD_MS = 700

let camera: TurningCamera
beforeAll(async () => {
  camera = await turningCamera()
})
afterAll(() => camera.close())

it('stops when nobody repeats a movement, also one that is slow to answer meanwhile', async () => {
  const clock = new TestClock()
  const place = { url: camera.url, connectHost: '127.0.0.1', tls: 'any' } as const
  const limits = { deadlineMs: 60_000, totalMs: 60_000 }
  const ptz = new PtzCamera({
    clock,
    open: () =>
      Promise.resolve(new OnvifClient({ ...place, username: USERNAME, password: PASSWORD }, limits)),
    channel: 0,
    onIdle: () => {},
    onError: (error) => {
      throw error
    },
  })
  const start = () => ptz.start('left', 0.5, HOLD_MS)
  await start()
  const waking = (camera.waking = new Array<() => void>())
  const repeated = [start()]
  await vi.waitFor(() => expect(waking).not.toEqual([]), PATIENCE)
  // Said while the one before is not answered, and the last word of a person whose network is cut then.
  repeated.push(start())
  clock.advance(HOLD_MS)
  camera.waking = undefined
  for (const wake of waking) wake()
  await Promise.all(repeated)
  await vi.waitFor(() => expect(camera.told.at(-1)).toBe('stop'), PATIENCE)
  expect(camera.told).toEqual(['move -0.5 0 0 PT2S', 'move -0.5 0 0 PT2S', 'stop'])
  ptz.close()
})
