import { addArea, deleteAreas, entranceCameras, setEntranceCameras } from '@vedette/contract/calls/community'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AREA } from '../../testing/area.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('the cameras of an area’s entrances on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { variants: ['base', 'community'] } })
  })
  afterAll(() => app?.close())

  it('are kept in their order, and go with their device and their area', async () => {
    const company = await app.company()
    const { token } = company
    const { AreaID } = await app.ask(addArea, AREA, token)
    const [gate, yard] = [await app.device(company), await app.device(company)]
    const didsOf = async () => (await app.ask(entranceCameras, { AreaID }, token)).List.map(({ DID }) => DID)
    await app.ask(setEntranceCameras, { AreaID, DIDs: [yard, gate, yard] }, token)
    expect(await didsOf()).toEqual([yard, gate])
    await app.ask(batchExitGroup, { DIDs: [yard] }, token)
    expect(await didsOf()).toEqual([gate])
    await app.ask(deleteAreas, { AreaIDs: [AreaID] }, token)
    expect((await app.send(entranceCameras, { AreaID }, token)).CODE).toBe(CODES.noDataAuthority.code)
  })

  it('are seen and changed within one’s regions alone', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const [hidden, seen, other] = [
      await app.device(company),
      await app.device(company, north),
      await app.device(company, north),
    ]
    const { AreaID } = await app.ask(addArea, AREA, company.token)
    await app.ask(setEntranceCameras, { AreaID, DIDs: [hidden, seen] }, company.token)
    const { token } = await app.account(company, { residentialArea: ['edit'] }, [north])
    const dids = async (of: string) =>
      (await app.ask(entranceCameras, { AreaID }, of)).List.map(({ DID }) => DID)
    expect(await dids(token)).toEqual([seen])
    expect((await app.send(setEntranceCameras, { AreaID, DIDs: [hidden] }, token)).CODE).toBe(
      CODES.noDataAuthority.code,
    )
    await app.ask(setEntranceCameras, { AreaID, DIDs: [other] }, token)
    expect(await dids(company.token)).toEqual([other, hidden])
  })
})
