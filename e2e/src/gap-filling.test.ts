/** What a camera kept while nobody could reach it is fetched, and stands among the recordings. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { addByAddress } from '@vedette/contract/calls/device'
import { addExport, exportUrl, recordExports } from '@vedette/contract/calls/export'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'
import { replayUrl } from '@vedette/contract/calls/replay'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser } from './support/browser.ts'
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

const fetched = async (url = ''): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${platform.address}${url.slice(1)}`)).arrayBuffer())

/** Evidence of a range in the middle of the gap says that it was filled, and when. */
async function expectSaidInEvidence(gapFrom: number, gapTo: number): Promise<void> {
  const middle = Math.floor((gapFrom + gapTo) / 2)
  const range = { From: middle - 1000, To: middle + 1000 }
  const asked = { Cameras: [{ DID }], ...range, Kind: 'evidence' as const }
  const { ExportID } = await replied(platform.address, token, addExport, asked)
  await vi.waitFor(async () => {
    const { List } = await replied(platform.address, token, recordExports, {})
    expect(List[0]?.State).toBe('done')
  }, WAIT)
  const { Url } = await replied(platform.address, token, exportUrl, { ExportID, Part: 0 })
  const path = join(platform.dataFolder, 'evidence.html')
  await writeFile(path, await fetched(Url))
  const browser = await launchBrowser()
  const page = await browser.newPage({ locale: 'en' })
  await page.goto(`file://${path}`)
  await page.locator('#verdict[data-verdict="good"]').waitFor()
  await page.getByText(/Gate: .*, filled on .*\d\d:\d\d/).waitFor()
  await browser.close()
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

  // Nothing lies over what was recorded: the holes are what GOPs leave at both ends.
  const spans = await recorded(0)
  let openMs = gapTo - gapFrom
  for (let i = 0; i < spans.length; i += 2)
    openMs -= Math.max(0, Math.min(spans[i + 1] ?? 0, gapTo) - Math.max(spans[i] ?? 0, gapFrom))
  expect(openMs).toBeLessThanOrEqual(3 * GOP_MS)
  const body = { DID, From: gapFrom - 2000, To: gapTo + 2000 }
  const { Parts } = await replied(platform.address, token, replayUrl, body)
  expect((await fetched(Parts[0]?.Url)).length).toBeGreaterThan(100_000)
  await expectSaidInEvidence(gapFrom, gapTo)
  const env = { ...process.env, VEDETTE_DATA: platform.dataFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, 'verify'], { env })
  expect(stdout).toMatch(/ 0 faults/)
})
