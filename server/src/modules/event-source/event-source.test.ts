import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress } from '@vedette/contract/calls/device'
import { setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { deleteEvent, getEventListV2 } from '@vedette/contract/calls/event'
import { eventTypeNumber } from '@vedette/contract/events'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { TestGate } from '../../push/test-gate.ts'
import type { TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { type SettableCamera, settableCamera } from '../../testing/settable-camera.ts'
import { engines } from '../../testing/storage.ts'
import { storageEvents } from './storage-events.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(engines)('what cameras raise themselves, on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany
  let camera: SettableCamera
  beforeAll(async () => {
    gate = await TestGate.open(engine, { trustedProxies: [] })
  })
  beforeEach(async () => {
    company = await gate.app.company()
    camera = await settableCamera()
  })
  afterEach(() => camera.close())
  afterAll(() => gate.close())

  const add = async (): Promise<string> => {
    const login = { Username: USERNAME, Password: PASSWORD }
    const body = { GID: company.rootGid, DevName: 'Camera', DevType: 1, Url: camera.url, ...login }
    return (await gate.app.ask(addByAddress, body, company.token)).DID
  }
  const events = async () => (await gate.app.ask(getEventListV2, {}, company.token)).List
  /** Lets time pass until it is so. */
  const until = (isSo: () => Promise<void>) =>
    vi.waitFor(async () => {
      gate.clock.advance(500)
      await isSo()
    }, PATIENCE)
  const pulls = () => camera.asked.filter((action) => action === 'PullMessages').length

  /** Time passes for the platform no faster than it hears. */
  async function pulledOnce(): Promise<void> {
    const before = pulls()
    await vi.waitFor(() => {
      gate.clock.advance(50)
      expect(pulls()).toBeGreaterThan(before)
    }, PATIENCE)
  }

  it('trouble of the archive is an alarm of the platform itself, of no device', async () => {
    const { companyId } = company
    const { intake } = gate.app.platform.events
    const firstCompany = () => Promise.resolve(companyId)
    const fail = (error: unknown): void => {
      throw error
    }
    const hear = storageEvents({ intake, firstCompany, clock: gate.clock, onError: fail })
    hear('ok')
    hear('full')
    await until(async () => expect(await events()).toHaveLength(1))
    const storage = eventTypeNumber('storage')
    expect(await events()).toMatchObject([{ DID: '', Type: storage, Origin: 'server', DevName: '-' }])
  })

  it('is one event as long as the motion lasts, and ends 10 s after it', async () => {
    const did = await add()
    camera.now.isMotion = true
    await until(async () => expect(await events()).toHaveLength(1))
    const [begun] = await events()
    expect(begun).toMatchObject({ DID: did, EventID: 0, Origin: 'device', EndTime: null })
    // Three times as long as alarms are merged.
    for (let i = 0; i < 60; i++) await pulledOnce()
    expect(await events()).toMatchObject([{ CloudEid: begun?.CloudEid, EndTime: null }])
    camera.now.isMotion = false
    await until(async () => expect((await events())[0]?.EndTime).not.toBeNull())
    expect(await events()).toHaveLength(1)
  })

  it('that goes on after its alarm was deleted is another alarm', async () => {
    const did = await add()
    camera.now.isMotion = true
    await until(async () => expect(await events()).toHaveLength(1))
    const [first] = await events()
    // It tells what changes, and motion goes on.
    camera.now.isMotion = undefined
    await pulledOnce()
    await pulledOnce()
    const gone = first?.CloudEid ?? ''
    await gate.app.ask(deleteEvent, { CloudEids: [gone] }, company.token)
    const another = { DID: did, Type: 0, CloudEid: expect.not.stringMatching(gone) }
    await until(async () => expect(await events()).toMatchObject([another]))
    camera.now.isMotion = false
    await until(async () => expect((await events())[0]?.EndTime).not.toBeNull())
  })

  it('has its picture also where the camera was too busy at first and nothing was recorded yet', async () => {
    await add()
    camera.now.pictures = ['busy', pngOf(64, 36)]
    camera.now.isMotion = true
    await until(async () => expect((await events()).at(-1)).toMatchObject({ HasImage: 1 }))
    expect(camera.now.pictures).toEqual([])
  })

  it('is no alarm while its page says so', async () => {
    const did = await add()
    await gate.app.ask(setDeviceNoticeConfig, { DID: did, Alarm: NO_ALARMS }, company.token)
    camera.now.isMotion = true
    const before = pulls()
    await until(async () => expect(pulls() - before).toBeGreaterThan(3))
    expect(await events()).toEqual([])
    const Alarm = { ...NO_ALARMS, MotionDetection: true }
    await gate.app.ask(setDeviceNoticeConfig, { DID: did, Alarm }, company.token)
    await until(async () => expect(await events()).toHaveLength(1))
  })

  it('stands beside what the platform sees of it: that it went, and that it came back', async () => {
    const did = await add()
    const stream = gate.streamOf(company, did)
    const types = async () => (await events()).map(({ Type }) => Type)
    gate.evidence(stream, 'live')
    gate.evidence(stream, 'reconnecting', 'unreachable')
    await until(async () => expect(await types()).toEqual([4]))
    gate.evidence(stream, 'live')
    await until(async () => expect(await types()).toEqual([5, 4]))
  })
})
