/** What the check of recordings finds in the pictures of simulated cameras, read by RTSP and kept as a recorder keeps them. */
import { spawnSync } from 'node:child_process'

import { addByAddress } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { setRecordPolicy } from '@vedette/contract/calls/record'
import { eventTypeNumber } from '@vedette/contract/events'
import { OnvifClient } from '@vedette/devices/onvif/client'
import { setImaging } from '@vedette/devices/onvif/imaging'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../../testing/app.ts'
import { type Drawn, picturesIn, recordDrawn } from '../../../testing/drawn-file.ts'
import { startSimulator, type SimulatorProcess } from '../../../testing/simulator.ts'
import { CHECK_LIMITS } from './limits.ts'

const { sliceMs, lateMs, looks } = CHECK_LIMITS
const MINUTE_MS = 60_000
const FIXED = 2
const STEERED = 1
const SIZE = { width: 640, height: 360 }

let app: TestApp
let company: TestCompany
let simulator: SimulatorProcess
const dids = new Map<number, string>()
/** Where the quarter of an hour begins that is recorded next. */
let at: number

beforeAll(async () => {
  simulator = await startSimulator({
    VEDETTE_SIM_DEVICES: '2',
    VEDETTE_SIM_ROSTER: 'cameras',
  })
  const { devices, username, password, rtspPort, onvifPort } = simulator
  app = await startTestApp({ config: { loopbackCameraPorts: [rtspPort, onvifPort] } })
  company = await app.company()
  for (const { number, name, onvifUrl = '' } of devices) {
    const { DID } = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: name,
        DevType: 1,
        Url: onvifUrl,
        Username: username,
        Password: password,
      },
      company.token,
    )
    dids.set(number, DID)
  }
  at = Math.ceil((app.clock.now() + MINUTE_MS) / sliceMs) * sliceMs
  app.clock.advance(at - app.clock.now() + lateMs)
  await app.platform.recording.checker.look()
})
afterAll(async () => {
  await simulator?.close()
  await app?.close()
})

/** What the camera shows now, each picture as a key picture. */
function sent(device: number): Drawn[] {
  const { username, password, rtspPort } = simulator
  const url = `rtsp://${username}:${password}@127.0.0.1:${rtspPort}/cam/${device}/sub`
  const input = ['-rtsp_transport', 'tcp', '-analyzeduration', '0', '-fpsprobesize', '0', '-i', url, '-an']
  const pictures = ['-frames:v', String(2 * looks)]
  const output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '18', '-g', '1', '-f', 'h264', '-']
  const args = ['-v', 'error', '-nostdin', ...input, ...pictures, ...output]
  const run = spawnSync('ffmpeg', args, { timeout: 30_000 })
  if (run.status !== 0) throw new Error(`ffmpeg: ${run.error?.message ?? run.stderr.toString()}`)
  // The first ones may be from before a change.
  return picturesIn(run.stdout, SIZE).slice(-looks)
}

/** Which camera is to be recorded from now on. */
async function chosen(device: number): Promise<void> {
  for (const [number, did] of dids) {
    const Policy = {
      Main: 'off',
      Sub: number === device ? 'continuous' : 'off',
      Days: 30,
      MaxBytes: 0,
    } as const
    await app.ask(setRecordPolicy, { DIDs: [did], Policy }, company.token)
  }
}

/** A quarter of an hour of what the camera shows, and what was told of it so far. */
async function recorded(device: number): Promise<string[]> {
  const did = dids.get(device) ?? ''
  const stream = { company: company.companyId, did, channel: 0, quality: 'sub' as const }
  const pictures = sent(device)
  for (let i = 0; i < sliceMs / MINUTE_MS; i++) {
    const picture = pictures[i % looks]
    if (picture) await recordDrawn(app, stream, at + i * MINUTE_MS, picture)
  }
  at += sliceMs
  app.clock.advance(at + lateMs - app.clock.now())
  await app.platform.recording.checker.look()
  const body = { DIDs: [did], Types: [eventTypeNumber('proof')] }
  return (await app.ask(getEventListV2, body, company.token)).List.map(
    ({ IdentName }) => IdentName,
  ).toReversed()
}

async function setSaturation(device: number, saturation: number): Promise<void> {
  const { username, password, devices } = simulator
  const url = devices.find(({ number }) => number === device)?.onvifUrl ?? ''
  const client = new OnvifClient({ url, connectHost: '127.0.0.1', username, password, tls: 'any' })
  await client.open()
  const rest = { brightness: undefined, contrast: undefined, sharpness: undefined, irCut: undefined }
  await setImaging(client, 'source1', { ...rest, saturation })
}

const spoil = (device: number, how: string) => simulator.command({ type: 'spoil', device, channel: 1, how })

it('names a camera that is covered, stuck or turned away, and none by night or by infrared', async () => {
  await chosen(FIXED)
  expect(await recorded(FIXED)).toEqual([])
  await simulator.command({ type: 'light', device: FIXED, light: 'night' })
  expect(await recorded(FIXED)).toEqual([])
  await simulator.command({ type: 'light', device: FIXED, light: 'day' })
  await setSaturation(FIXED, 0)
  expect(await recorded(FIXED)).toEqual([])
  await setSaturation(FIXED, 50)
  await spoil(FIXED, 'covered')
  expect(await recorded(FIXED)).toEqual(['black'])
  await spoil(FIXED, 'stuck')
  expect(await recorded(FIXED)).toEqual(['black', 'frozen'])
  await spoil(FIXED, 'away')
  expect(await recorded(FIXED)).toEqual(['black', 'frozen', 'turned'])
})

it('says nothing of where a camera looks that people turn, but that it is covered', async () => {
  await chosen(STEERED)
  expect(await recorded(STEERED)).toEqual([])
  await spoil(STEERED, 'away')
  expect(await recorded(STEERED)).toEqual([])
  await spoil(STEERED, 'covered')
  expect(await recorded(STEERED)).toEqual(['black'])
})
