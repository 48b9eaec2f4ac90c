import { deviceList } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { batchJoinGroupByExcel, importStatus } from '@vedette/contract/calls/device-import'
import { PASSWORD, type ScriptedDevice, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { identifiedCamera } from '../../testing/identified-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 25_000, interval: 50 }

describe.each(engines)('imported cameras of ONVIF, on %s', (engine) => {
  let app: TestApp
  const places: ScriptedDevice[] = []
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close()
  })
  afterAll(() => app.close())

  async function cameraAt(endpoint: string, before?: () => Promise<void>): Promise<ScriptedDevice> {
    const place = await identifiedCamera(endpoint, before)
    places.push(place)
    return place
  }

  /** Their DIDs by their names. */
  async function imported(company: TestCompany, urls: Record<string, string>): Promise<Map<string, string>> {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const rows = Object.entries(urls).map(([name, url]) => [name, url, USERNAME, PASSWORD].map(quoted).join())
    const File = Buffer.from(['Name,Address,User name,Password', ...rows].join('\r\n')).toString('base64')
    const { JobID } = await app.ask(batchJoinGroupByExcel, { GID: company.rootGid, File }, company.token)
    const ended = () => app.ask(importStatus, { JobID }, company.token)
    await expect.poll(async () => (await ended()).State, PATIENCE).toBe('done')
    const { List } = await app.ask(deviceList, {}, company.token)
    return new Map(List.map(({ DID, DevName }) => [DevName, DID]))
  }
  const isFetched = (company: TestCompany, did = '') =>
    app.video.streams.ingested(company.companyId, [did]).length > 0

  it('are fetched though one of them is removed while it answers', async () => {
    const company = await app.company()
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const gone = await cameraAt('gone', () => {
      asked.resolve()
      return held.promise
    })
    const stays = await cameraAt('stays')
    const dids = await imported(company, { Gone: gone.url, Stays: stays.url })
    await asked.promise
    await app.ask(batchExitGroup, { DIDs: [dids.get('Gone') ?? ''] }, company.token)
    held.resolve()
    await expect.poll(() => isFetched(company, dids.get('Stays')), PATIENCE).toBe(true)
    expect((await app.ask(deviceList, {}, company.token)).List.map(({ DevName }) => DevName)).toEqual(['Stays'])
    expect(app.logged()).not.toContain('"msg":"bug"')
  })
})
