import {
  changeGroupName,
  createGroup,
  deleteGroup,
  deviceGroupList,
  getGroupChildList,
  getGroupList,
  getHomeGroupList,
  getTopGroupList,
  type GroupNode,
  joinHomeGroup,
  moveGroup,
} from '@vedette/contract/calls/group'
import { deviceList } from '@vedette/contract/calls/device'
import { CODES } from '@vedette/contract/codes'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { MAX_DEPTH } from './region.ts'

describe.each(engines)('regions on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('are a forest with the devices below each counted', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const south = await app.region(company)
    const gate = await app.region(company, north)
    for (const gid of [north, gate, gate, company.rootGid]) await app.device(company, gid)
    const { Total, List } = await app.ask(getGroupList, {}, company.token)
    expect(Total).toBe(1)
    const counts = (node: (typeof List)[number]): unknown => [
      node.GID,
      node.DeviceCount,
      node.OnlineCount,
      node.Childs.map(counts),
    ]
    expect(List.map(counts)).toEqual([
      [
        company.rootGid,
        4,
        0,
        [
          [north, 3, 0, [[gate, 2, 0, []]]],
          [south, 0, 0, []],
        ],
      ],
    ])
  })

  it('that an account sees stand at the top where it does not see what is above', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const gate = await app.region(company, north)
    const south = await app.region(company)
    const clerk = await app.account(company, { replay: [] }, [gate, south])
    const { List } = await app.ask(getGroupList, {}, clerk.token)
    expect(List.map((node) => node.GID).toSorted()).toEqual([gate, south].toSorted())
  })

  it('are at most so deep', async () => {
    const company = await app.company()
    let gid = company.rootGid
    for (let depth = 1; depth < MAX_DEPTH; depth++) gid = await app.region(company, gid)
    const answer = await app.send(createGroup, { ParentGID: gid, GroupName: 'Too deep' }, company.token)
    expect(answer).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'ParentGID' } })
  })

  it('made at the same time by many are all there, each in its own place', async () => {
    const company = await app.company()
    const made = await Promise.all(Array.from({ length: 10 }, () => app.region(company)))
    const { storage } = app.platform
    const rows = await storage.read(
      storage.db.selectFrom('region').where('id', 'in', made).select(['id', 'position']),
    )
    expect(new Set(rows.map((row) => row.position)).size).toBe(10)
  })

  /** The forest as nested ids. */
  const shapeOf = ({ GID, Childs }: GroupNode): unknown[] => [GID, ...Childs.map(shapeOf)]
  const shape = async (token: string) => (await app.ask(getGroupList, {}, token)).List.map(shapeOf)

  it('move with all below them, to a place among the others there', async () => {
    const company = await app.company()
    const { token, rootGid } = company
    const north = await app.region(company)
    const south = await app.region(company)
    const gate = await app.region(company, north)
    const lane = await app.region(company, gate)
    const did = await app.device(company, lane)
    await app.ask(moveGroup, { GID: gate, ParentGID: south }, token)
    expect(await shape(token)).toEqual([[rootGid, [north], [south, [gate, [lane]]]]])
    const found = await app.ask(deviceList, { GID: south }, token)
    expect(found.List.map(({ DID }) => DID)).toEqual([did])
    expect((await app.ask(deviceList, { GID: north }, token)).Total).toBe(0)
    await app.ask(moveGroup, { GID: gate, ParentGID: rootGid, BeforeGID: north }, token)
    expect(await shape(token)).toEqual([[rootGid, [gate, [lane]], [north], [south]]])
    await app.ask(moveGroup, { GID: gate, ParentGID: rootGid }, token)
    expect(await shape(token)).toEqual([[rootGid, [north], [south], [gate, [lane]]]])
  })

  it('that move are seen at once by those who see where they went, and no more by the others', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const south = await app.region(company)
    const gate = await app.region(company, north)
    const ofNorth = await app.account(company, { deviceManger: [] }, [north])
    const ofSouth = await app.account(company, { deviceManger: [] }, [south])
    await app.ask(moveGroup, { GID: gate, ParentGID: south }, company.token)
    expect(await shape(ofNorth.token)).toEqual([[north]])
    expect(await shape(ofSouth.token)).toEqual([[south, [gate]]])
  })

  it('move neither into themselves nor too deep, and the first one not at all', async () => {
    const company = await app.company()
    const { token, rootGid } = company
    const north = await app.region(company)
    const gate = await app.region(company, north)
    let deep = rootGid
    for (let depth = 1; depth < MAX_DEPTH; depth++) deep = await app.region(company, deep)
    const before = await shape(token)
    for (const [GID, ParentGID] of [
      [north, north],
      [north, gate],
      [north, deep],
      [rootGid, north],
    ] as const)
      expect(await app.send(moveGroup, { GID, ParentGID }, token)).toMatchObject({
        CODE: CODES.badInput.code,
      })
    expect(await shape(token)).toEqual(before)
  })

  it('moved against each other at the same time leave one tree', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const south = await app.region(company)
    const answers = await Promise.all([
      app.send(moveGroup, { GID: north, ParentGID: south }, company.token),
      app.send(moveGroup, { GID: south, ParentGID: north }, company.token),
    ])
    expect(answers.map(({ CODE }) => CODE).toSorted()).toEqual([moveGroup.success, CODES.badInput.code])
    const items = await app.ask(deviceGroupList, {}, company.token)
    expect(items.List.map(({ GID }) => GID).toSorted()).toEqual([company.rootGid, north, south].toSorted())
  })

  it('are deleted with all below them, and not while a device is in one', async () => {
    const company = await app.company()
    const { token, rootGid } = company
    const north = await app.region(company)
    const gate = await app.region(company, north)
    const clerk = await app.account(company, { deviceManger: [] }, [north])
    await app.device(company, gate)
    await app.device(company, gate)
    const refused = await app.send(deleteGroup, { GID: north }, token)
    expect(refused).toEqual({ CODE: CODES.regionHasDevices.code, BODY: { Count: 2 } })
    const south = await app.region(company)
    await app.region(company, south)
    expect(await app.ask(deleteGroup, { GID: south }, token)).toEqual({ Deleted: 2 })
    expect(await shape(token)).toEqual([[rootGid, [north, [gate]]]])
    expect(await shape(clerk.token)).toEqual([[north, [gate]]])
    expect(await app.send(deleteGroup, { GID: rootGid }, token)).toMatchObject({ CODE: CODES.badInput.code })
  })

  it('that are made, renamed, moved or deleted are told to open pages of the company', async () => {
    const [company, stranger] = [await app.company(), await app.company()]
    const page = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
    const strange = new PushClient(page.socket.url)
    await page.login(company.token)
    await strange.login(stranger.token)
    const told = () => page.next(METHOD.devicesChanged)
    const wanted = { ParentGID: company.rootGid, GroupName: 'North' }
    const [{ GID }] = [await app.ask(createGroup, wanted, company.token), await told()]
    await Promise.all([app.ask(changeGroupName, { GID, GroupName: 'South' }, company.token), told()])
    await Promise.all([app.ask(moveGroup, { GID, ParentGID: company.rootGid }, company.token), told()])
    await Promise.all([app.ask(deleteGroup, { GID }, company.token), told()])
    for (const socket of [page, strange]) {
      socket.send(METHOD.heartbeat, {})
      await socket.next(METHOD.heartbeat)
      expect(socket.rest).toEqual([])
      socket.socket.close()
    }
  })

  it('have the name that they were given last', async () => {
    const company = await app.company()
    const north = await app.region(company)
    await app.ask(changeGroupName, { GID: north, GroupName: '北区' }, company.token)
    const { List } = await app.ask(deviceGroupList, { Keyword: '北' }, company.token)
    expect(List).toMatchObject([{ GID: north, GroupName: '北区', ParentGID: company.rootGid }])
    expect(List[0]?.Path).toHaveLength(2)
  })

  it('are listed level by level', async () => {
    const company = await app.company()
    const { token, rootGid } = company
    const north = await app.region(company)
    const gate = await app.region(company, north)
    await app.device(company, gate)
    const top = await app.ask(getTopGroupList, {}, token)
    expect(top.List).toMatchObject([{ GID: rootGid, HasChilds: true, DeviceCount: 1 }])
    const below = await app.ask(getGroupChildList, { GID: north }, token)
    expect(below).toMatchObject({ Total: 1, List: [{ GID: gate, HasChilds: false, DeviceCount: 1 }] })
    const clerk = await app.account(company, { replay: [] }, [gate])
    const seen = await app.ask(getTopGroupList, {}, clerk.token)
    expect(seen.List.map(({ GID, Path }) => [GID, Path.length])).toEqual([[gate, 1]])
  })

  it("are an account's favourites until it says otherwise or sees them no more", async () => {
    const company = await app.company()
    const north = await app.region(company)
    const gate = await app.region(company, north)
    const clerk = await app.account(company, { realTimeVideo: [] })
    for (const GID of [gate, north, gate]) await app.ask(joinHomeGroup, { GID }, clerk.token)
    const homes = async (token: string) =>
      (await app.ask(getHomeGroupList, {}, token)).List.map(({ GID }) => GID).toSorted()
    expect(await homes(clerk.token)).toEqual([gate, north].toSorted())
    expect(await homes(company.token)).toEqual([])
    await app.ask(joinHomeGroup, { GID: north, IsHome: false }, clerk.token)
    expect(await homes(clerk.token)).toEqual([gate])
    await app.ask(deleteGroup, { GID: gate }, company.token)
    expect(await homes(clerk.token)).toEqual([])
  })
})
