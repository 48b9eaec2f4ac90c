/** What a camera kept while nobody could reach it is fetched, and stands among the recordings. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline, replayUrl } from '@vedette/contract/calls/record'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const WAIT = { timeout: 150_000, interval: 500 }
const OUTAGE_MS = 8000
/** A GOP of the simulated cameras: a gap is filled from the first key frame in it on. */
const GOP_MS = 1000

const COMMANDS = resolve(import.meta.dirname, '../../server/src/archive-commands.ts')

let simulator: Simulator
let platform: Platform
let token: string
let DID: string

beforeAll(async () => {
  simulator = await startSimulator(1)
  await simulator.putCardIn(1)
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const login = { Username: simulator.username, Password: simulator.password }
  const body = { GID, DevName: 'Gate', DevType: 1, Url: simulator.devices[0]?.onvifUrl ?? '', ...login }
  DID = (await replied(platform.address, token, addByAddress, body)).DID
})
afterAll(async () => {
  await platform?.stop()
  await simulator?.stop()
})

async function recorded(Step = 1500): Promise<number[]> {
  const range = { From: 0, To: Date.now() + 60_000, Step }
  const { List } = await replied(platform.address, token, recordTimeline, { Streams: [{ DID }], ...range })
  return List[0]?.Spans ?? []
}

it('a gap that an outage left is filled from the camera’s card, and the archive is whole', async () => {
  await vi.waitFor(async () => {
    const [from = 0, to = 0] = await recorded()
    expect(to - from).toBeGreaterThan(4000)
  }, WAIT)
  await simulator.setCamera(1, 'offline')
  await vi.waitFor(
    async () => expect(Date.now() - ((await recorded()).at(-1) ?? 0)).toBeGreaterThan(OUTAGE_MS),
    WAIT,
  )
  await simulator.setCamera(1, 'online')
  const [, gapFrom = 0, gapTo = 0] = await vi.waitFor(async () => {
    const spans = await recorded()
    expect(spans).toHaveLength(4)
    return spans
  }, WAIT)
  expect(gapTo - gapFrom).toBeGreaterThan(OUTAGE_MS)

  await vi.waitFor(async () => expect(await recorded()).toHaveLength(2), WAIT)

  // Nothing lies over what was recorded: the holes are what a GOP leaves.
  const spans = await recorded(0)
  const inside = spans.filter((ms) => ms >= gapFrom && ms <= gapTo)
  expect((inside[1] ?? 0) - gapFrom).toBeLessThanOrEqual(GOP_MS + 100)
  const body = { DID, From: gapFrom - 2000, To: gapTo + 2000 }
  const { Parts } = await replied(platform.address, token, replayUrl, body)
  const bytes = await (await fetch(`${platform.address}${Parts[0]?.Url.slice(1) ?? ''}`)).arrayBuffer()
  expect(bytes.byteLength).toBeGreaterThan(100_000)
  const env = { ...process.env, VEDETTE_DATA: platform.dataFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, 'verify'], { env })
  expect(stdout).toMatch(/ 0 faults/)
})
