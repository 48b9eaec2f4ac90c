import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
})
