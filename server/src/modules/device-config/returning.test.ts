import { addByAddress } from '@vedette/contract/calls/device'
import { queryConfig, setDeviceConfig } from '@vedette/contract/calls/device-config'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { settableCamera, type SettableCamera } from '../../testing/settable-camera.ts'
import { engines } from '../../testing/storage.ts'

/** More than reads may wait at once. */
const DEVICES = 25_000
const PATIENCE = { timeout: 60_000, interval: 50 }

describe.each(engines)('devices that are back, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let camera: SettableCamera
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
    camera = await settableCamera()
  })
  afterAll(async () => {
    await camera.close()
    await app.close()
  })

  it('are asked for together, so that what the last of very many waits for is written', async () => {
    const about = { GID: company.rootGid, DevName: 'Camera', DevType: 1, Url: camera.url }
    const body = { ...about, Username: USERNAME, Password: PASSWORD }
    const { DID } = await app.ask(addByAddress, body, company.token)
    camera.unplug()
    await app.ask(setDeviceConfig, { DID, Change: { Name: 'Gate' } }, company.token)
    camera.plug()
    const others = Array.from({ length: DEVICES }, (_, at) => `MANY${String(at).padStart(8, '0')}`)
    const { presences } = app.video
    for (const did of others) presences.add(company.companyId, did, null)
    for (const did of [...others, DID]) presences.evidence(did, true, 'none')
    await vi.waitFor(() => expect(camera.now.name).toBe('Gate'), PATIENCE)
    const waiting = async () => (await app.ask(queryConfig, { DID }, company.token)).Pending
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE)
    expect(app.logged()).not.toContain('reads are waiting')
  })
})
