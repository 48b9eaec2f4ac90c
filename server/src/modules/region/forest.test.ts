import { changeGroupName, createGroup, deviceGroupList, moveGroup } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { forestOf } from './forest.ts'

const ROWS = [
  { id: 'top', parent_id: null, name: 'Top' },
  { id: 'north', parent_id: 'top', name: 'North' },
  { id: 'gate', parent_id: 'north', name: 'Gate' },
  { id: 'south', parent_id: 'top', name: 'South' },
]
const DEVICES = new Map([
  ['top', 1],
  ['north', 2],
  ['gate', 4],
])
const ONLINE = new Map([
  ['top', 1],
  ['gate', 3],
])

describe('a tree of regions', () => {
  it('counts what is below, the devices that are online as well', () => {
    expect(forestOf(ROWS, 'all', DEVICES, ONLINE)).toMatchObject([
      {
        GID: 'top',
        DeviceCount: 7,
        OnlineCount: 4,
        Childs: [
          {
            GID: 'north',
            DeviceCount: 6,
            OnlineCount: 3,
            Childs: [{ GID: 'gate', GroupName: 'Gate', DeviceCount: 4, OnlineCount: 3, Childs: [] }],
          },
          { GID: 'south', DeviceCount: 0, OnlineCount: 0, Childs: [] },
        ],
      },
    ])
  })

  it('begins where the caller begins to see, and counts nothing else', () => {
    const seen = forestOf(ROWS, new Set(['gate', 'south']), DEVICES, ONLINE)
    expect(seen).toMatchObject([
      { GID: 'gate', DeviceCount: 4, OnlineCount: 3 },
      { GID: 'south', DeviceCount: 0, OnlineCount: 0 },
    ])
  })
})

describe.each(engines)('regions on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('are found by any part of the name, in any case', async () => {
    const company = await app.company()
    const GID = await app.region(company)
    await app.ask(changeGroupName, { GID, GroupName: 'North Gate' }, company.token)
    const found = async (Keyword: string) =>
      (await app.ask(deviceGroupList, { Keyword }, company.token)).List.map((it) => it.GID)
    for (const keyword of ['north', 'GATE', 'th G']) expect(await found(keyword)).toEqual([GID])
    expect(await found('south')).toEqual([])
  })

  it('are moved with what is below as far down as 20 levels, and no farther', async () => {
    const company = await app.company()
    const below = async (ParentGID: string) =>
      (await app.ask(createGroup, { ParentGID, GroupName: 'x' }, company.token)).GID
    const moved = await below(company.rootGid)
    await below(await below(moved))
    await below(moved)
    let gid = company.rootGid
    const path = [gid]
    for (let level = 2; level <= 18; level++) path.push((gid = await below(gid)))
    const move = (ParentGID = '') => app.send(moveGroup, { GID: moved, ParentGID }, company.token)
    expect(await move(path[17])).toMatchObject({ CODE: CODES.badInput.code, BODY: { Word: 'regionDepth' } })
    expect((await move(path[16])).CODE).toBe('200')
  })
})
