import { addByAddress } from '@vedette/contract/calls/device'
import { devTypeNumber, PRESENCE } from '@vedette/contract/devices'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { TestGate } from '../../push/test-gate.ts'
import type { TestCompany } from '../../testing/app.ts'
import { type SettableCamera, settableCamera } from '../../testing/settable-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(engines)('a camera that sleeps, on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany
  let camera: SettableCamera
  beforeAll(async () => {
    gate = await TestGate.open(engine, { trustedProxies: [] })
    company = await gate.app.company()
  })
  beforeEach(async () => {
    camera = await settableCamera()
    camera.now.isAsleep = true
  })
  afterEach(() => camera.close())
  afterAll(() => gate.close())

  const add = async (DevType: number): Promise<string> => {
    const login = { Username: USERNAME, Password: PASSWORD }
    const body = { GID: company.rootGid, DevName: 'Camera', DevType, Url: camera.url, ...login }
    return (await gate.app.ask(addByAddress, body, company.token)).DID
  }
  const presenceOf = (did: string) => gate.video.presences.of(company.companyId, did)
  /** Lets time pass until it is so. */
  const until = (isSo: () => void) =>
    vi.waitFor(() => {
      gate.clock.advance(500)
      isSo()
    }, PATIENCE)

  it('is shown as sleeping by its own word, and woken by anyone who watches it', async () => {
    const did = await add(devTypeNumber('solarCamera'))
    const stream = gate.streamOf(company, did)
    gate.evidence(stream, 'reconnecting', 'closedByCamera')
    await until(() => expect(presenceOf(did)?.presence).toBe(PRESENCE.sleeping))
    expect(camera.now.isAsleep).toBe(true)

    const page = await gate.page(await gate.session(company))
    await page.shown(0, did)
    expect(await page.notice('state')).toMatchObject({ state: 'sleeping', reason: 'none' })
    await until(() => expect(presenceOf(did)).toMatchObject({ presence: PRESENCE.offline }))
    expect(camera.now.isAsleep).toBe(false)
    gate.evidence(stream, 'live')
    gate.begin(stream)
    expect(presenceOf(did)?.presence).toBe(PRESENCE.online)
    await page.media()
  })

  it('is woken again when it falls asleep under an open window', async () => {
    camera.now.isAsleep = false
    const did = await add(devTypeNumber('solarCamera'))
    const stream = gate.streamOf(company, did)
    const page = await gate.page(await gate.session(company))
    await page.shown(0, did)
    gate.evidence(stream, 'live')
    gate.begin(stream)
    await page.media()
    camera.now.isAsleep = true
    gate.evidence(stream, 'reconnecting', 'closedByCamera')
    await until(() => expect(camera.now.isAsleep).toBe(false))
    await until(() => expect(presenceOf(did)?.presence).toBe(PRESENCE.offline))
  })

  it('that can be reached no more is offline, for its battery may be empty', async () => {
    const did = await add(devTypeNumber('solarCamera'))
    gate.evidence(gate.streamOf(company, did), 'reconnecting', 'unreachable')
    await until(() => expect(presenceOf(did)?.presence).toBe(PRESENCE.sleeping))
    camera.unplug()
    await until(() =>
      expect(presenceOf(did)).toMatchObject({ presence: PRESENCE.offline, reason: 'unreachable' }),
    )
  })
})
