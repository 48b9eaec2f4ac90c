/** What simulated devices keep on their memory cards, as the platform tells it. */
import { addByAddress } from '@vedette/contract/calls/device'
import { CODES } from '@vedette/contract/codes'
import {
  fetchDeviceStorage,
  recordDeviceStorage,
  stopFetchDeviceStorage,
} from '@vedette/contract/calls/device-storage'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type SimulatorProcess, startSimulator } from '../../testing/simulator.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const WITH_CARD = 1
const WITHOUT = 2
const NVR = 3
const FRESH_MS = 60_000

let app: TestApp
let company: TestCompany
let simulator: SimulatorProcess
const dids = new Map<number, string>()

interface Asked {
  From?: number
  To?: number
  Channel?: number
}

/** Undefined of a camera that keeps nothing that can be searched. */
async function kept(device: number, { Channel = 0, ...range }: Asked = {}) {
  const Cameras = [{ DID: dids.get(device) ?? '', Channel }]
  const { List } = await app.ask(
    recordDeviceStorage,
    { Cameras, From: 0, To: 8.64e15, ...range },
    company.token,
  )
  return List[0]
}

/** Asks the device anew until its card holds so much. */
const holding = (device: number, ms: number) =>
  vi.waitFor(async () => {
    app.clock.advance(FRESH_MS)
    const { Spans = [] } = (await kept(device)) ?? {}
    expect((Spans[1] ?? 0) - (Spans[0] ?? 0)).toBeGreaterThan(ms)
    return Spans
  }, PATIENCE)

beforeAll(async () => {
  simulator = await startSimulator({ VEDETTE_SIM_DEVICES: '3' })
  const { devices, username, password, rtspPort, onvifPort } = simulator
  app = await startTestApp({ config: { loopbackCameraPorts: [rtspPort, onvifPort] } })
  company = await app.company()
  for (const { number, onvifUrl = '' } of devices) {
    const added = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: `Camera ${number}`,
        DevType: number === NVR ? 4 : 1,
        Url: onvifUrl,
        Username: username,
        Password: password,
      },
      company.token,
    )
    dids.set(number, added.DID)
  }
  await simulator.command({ type: 'card', device: WITH_CARD, isIn: true })
  await simulator.command({ type: 'card', device: NVR, isIn: true })
})
afterAll(async () => {
  await simulator.close()
  await app.close()
})

it('what a camera keeps is told, cut to the range that is asked for', async () => {
  const begunMs = Date.now()
  const [from = 0, to = 0] = await holding(WITH_CARD, 1000)
  expect(Math.abs(from - begunMs)).toBeLessThan(30_000)
  expect(to).toBeLessThanOrEqual(Date.now())
  expect((await kept(WITH_CARD, { From: from + 200, To: from + 700 }))?.Spans).toEqual([
    from + 200,
    from + 700,
  ])
  expect((await kept(WITH_CARD, { From: 0, To: from - 1 }))?.Spans).toEqual([])
})

it('a channel that the device does not have keeps nothing', async () => {
  expect((await kept(WITH_CARD, { Channel: 1 }))?.Spans).toEqual([])
})

it('of an NVR each channel has its own', async () => {
  await holding(NVR, 500)
  const Cameras = [0, 1, 2, 3].map((Channel) => ({ DID: dids.get(NVR) ?? '', Channel }))
  Cameras.push({ DID: dids.get(WITHOUT) ?? '', Channel: 0 })
  const { List } = await app.ask(recordDeviceStorage, { Cameras, From: 0, To: 8.64e15 }, company.token)
  expect(List.map(({ Channel, Spans }) => [Channel, Spans.length])).toEqual([0, 1, 2, 3].map((it) => [it, 2]))
})

it('where a camera paused, a gap is told', async () => {
  const [, to = 0] = await holding(WITH_CARD, 500)
  await simulator.command({ type: 'state', device: WITH_CARD, state: 'frozen' })
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(to + 2500), PATIENCE)
  await simulator.command({ type: 'state', device: WITH_CARD, state: 'online' })
  await vi.waitFor(async () => {
    app.clock.advance(FRESH_MS)
    expect((await kept(WITH_CARD))?.Spans).toHaveLength(4)
  }, PATIENCE)
})

it('a device is asked again after a minute, not before', async () => {
  const before = await holding(WITH_CARD, 500)
  expect((await kept(WITH_CARD))?.Spans).toEqual(before)
  // Its clock is told in whole seconds, so two answers may be a second apart either way.
  await vi.waitFor(async () => {
    app.clock.advance(FRESH_MS)
    expect((await kept(WITH_CARD))?.Spans.at(-1)).toBeGreaterThan(before.at(-1) ?? 0)
  }, PATIENCE)
})

it('a device without storage, and one that is away, show nothing and are no error', async () => {
  expect(await kept(WITHOUT)).toBe(undefined)
  await simulator.command({ type: 'state', device: WITH_CARD, state: 'offline' })
  app.clock.advance(FRESH_MS)
  expect(await kept(WITH_CARD)).toBe(undefined)
})

it('what cannot be fetched is refused for what it is', async () => {
  const codeOf = async (device: number, range: { From: number; To: number; Channel?: number }) =>
    (await app.send(fetchDeviceStorage, { DID: dids.get(device) ?? '', ...range }, company.token)).CODE
  const hour = 3_600_000
  expect(await codeOf(NVR, { From: 0, To: hour + 1 })).toBe(CODES.badInput.code)
  expect(await codeOf(NVR, { From: 2, To: 1 })).toBe(CODES.badInput.code)
  // Long before it had a card.
  expect(await codeOf(NVR, { From: 0, To: hour })).toBe(CODES.noRecording.code)
  expect(await codeOf(NVR, { From: 0, To: hour, Channel: 9 })).toBe(CODES.deviceOffline.code)
  expect(await codeOf(WITHOUT, { From: 0, To: hour })).toBe(CODES.noRecording.code)
  const other = await app.company()
  const body = { DID: dids.get(NVR) ?? '', From: 0, To: hour }
  expect((await app.send(fetchDeviceStorage, body, other.token)).CODE).toBe(CODES.noDataAuthority.code)
})

it('what is being fetched is told to everybody who looks, and can be stopped', async () => {
  const [From = 0, To = 0] = (await holding(NVR, 2000)) ?? []
  const DID = dids.get(NVR) ?? ''
  // What lies ahead of the platform's clock is on no card yet.
  app.clock.leap(Math.max(0, To + 5000 - app.clock.now()))
  company.token = await app.tokenOf(company.code, 'boss')
  const begun = await app.ask(fetchDeviceStorage, { DID, From, To }, company.token)
  const guard = await app.account(company, { replay: [] })
  const seen = async (Channel: number) =>
    (await app.ask(recordDeviceStorage, { Cameras: [{ DID, Channel }], From, To }, guard.token)).List[0]
      ?.Fetching
  expect(await seen(0)).toEqual([begun.From, begun.To])
  expect(await seen(1)).toEqual([])
  const again = await app.send(fetchDeviceStorage, { DID, From, To }, guard.token)
  expect(again.CODE).toBe(CODES.overloaded.code)

  const [order] = app.shards.fills
  await app.ask(stopFetchDeviceStorage, { DID, Channel: 1 }, guard.token)
  expect(app.shards.stoppedFills).toEqual([])
  await app.ask(stopFetchDeviceStorage, { DID }, guard.token)
  expect(app.shards.stoppedFills).toEqual([order?.id])
  // The shard says so once what has come is on the disk.
  app.platform.recording.events.onFillOver?.(order?.id ?? '')
  expect(await seen(0)).toEqual([])
})

it('another company hears nothing of it', async () => {
  const other = await app.company()
  const body = { Cameras: [{ DID: dids.get(NVR) ?? '' }], From: 0, To: 1 }
  await expect(app.ask(recordDeviceStorage, body, other.token)).rejects.toThrow(CODES.noDataAuthority.code)
})
