import {
  deviceFilters,
  MOST_FILTERS,
  removeDeviceFilter,
  renameDeviceFilter,
  saveDeviceFilter,
} from '@vedette/contract/calls/device-filter'
import { deleteAccountList, joinGroups } from '@vedette/contract/calls/account'
import { deleteGroup } from '@vedette/contract/calls/group'
import { previewRole } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const PAGE = { deviceManger: ['edit'] }
const says = (Field: string, Word: string) => ({ CODE: CODES.badInput.code, BODY: { Field, Word } })

describe.each(engines)('filters of the device list on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const filtersOf = async (token: string) => (await app.ask(deviceFilters, {}, token)).List
  const save = async (token: string, Name: string, Filter = {}, Columns: string[] = []) =>
    (await app.ask(saveDeviceFilter, { Name, Filter, Columns }, token)).FilterID

  it('are kept whole, by name, for their account alone', async () => {
    const company = await app.company()
    const [clerk, other] = [await app.account(company, PAGE), await app.account(company, PAGE)]
    const Filter = {
      GID: company.rootGid,
      Keyword: 'gate',
      DevTypes: [4],
      Presence: 2 as const,
      Model: 'VC-210',
      Firmware: '1.0',
      Sort: 'Model' as const,
      Descending: true,
    }
    const first = await save(clerk.token, ' North ', Filter, ['name', 'sdkVersion'])
    const upgrading = await save(clerk.token, 'At work', { Status: 'upgrading' })
    expect(await filtersOf(clerk.token)).toEqual([
      {
        FilterID: upgrading,
        Name: 'At work',
        Filter: { Status: 'upgrading', Sort: 'DevName', Descending: false },
        Columns: [],
        IsRegionGone: false,
      },
      { FilterID: first, Name: 'North', Filter, Columns: ['name', 'sdkVersion'], IsRegionGone: false },
    ])
    for (const token of [other.token, company.token, (await app.company()).token]) {
      expect(await filtersOf(token)).toEqual([])
      const answers = [
        await app.send(renameDeviceFilter, { FilterID: first, Name: 'Mine' }, token),
        await app.send(removeDeviceFilter, { FilterID: first }, token),
        await app.send(saveDeviceFilter, { FilterID: first, Name: 'Mine', Filter: {}, Columns: [] }, token),
      ]
      for (const answer of answers) expect(answer).toMatchObject(says('FilterID', 'filterUnknown'))
    }
    expect(await filtersOf(clerk.token)).toHaveLength(2)
  })

  it('are renamed, replaced and removed; a name stands once, and is one that is seen', async () => {
    const { token } = await app.company()
    const [north, south] = [await save(token, 'North'), await save(token, 'South')]
    const body = { Filter: {}, Columns: [] }
    expect(await app.send(saveDeviceFilter, { Name: 'North', ...body }, token)).toMatchObject(
      says('Name', 'filterName'),
    )
    expect(await app.send(renameDeviceFilter, { FilterID: south, Name: 'North' }, token)).toMatchObject(
      says('Name', 'filterName'),
    )
    for (const [Name, word] of [
      ['  ', 'missing'],
      ['x'.repeat(51), 'tooLong'],
      ['a\u202Eb', 'controlCharacter'],
    ] as const)
      expect(await app.send(saveDeviceFilter, { Name, ...body }, token)).toMatchObject(says('Name', word))
    await app.ask(renameDeviceFilter, { FilterID: south, Name: 'East' }, token)
    const replaced = { FilterID: north, Name: 'North', Filter: { Keyword: 'door' }, Columns: ['did'] }
    expect((await app.ask(saveDeviceFilter, replaced, token)).FilterID).toBe(north)
    const told = async () =>
      (await filtersOf(token)).map(({ Name, Filter, Columns }) => [Name, Filter.Keyword, Columns])
    expect(await told()).toEqual([
      ['East', undefined, []],
      ['North', 'door', ['did']],
    ])
    await app.ask(removeDeviceFilter, { FilterID: south }, token)
    expect(await told()).toEqual([['North', 'door', ['did']]])
    const again = await app.send(removeDeviceFilter, { FilterID: south }, token)
    expect(again).toMatchObject(says('FilterID', 'filterUnknown'))
  })

  it('lose the region that their account sees no more, and say so', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const clerk = await app.account(company, PAGE)
    await save(clerk.token, 'North', { GID: north, Keyword: 'gate' })
    await save(clerk.token, 'South', { GID: south })
    const bind = (GIDs: string[]) =>
      app.ask(joinGroups, { AccountID: clerk.accountId, AllRegions: GIDs.length === 0, GIDs }, company.token)
    const told = async () =>
      (await filtersOf(clerk.token)).map(({ Filter, IsRegionGone }) => [Filter.GID, IsRegionGone])
    await bind([south])
    expect(await told()).toEqual([
      [undefined, true],
      [south, false],
    ])
    const hidden = { Name: 'Hidden', Filter: { GID: north }, Columns: [] }
    expect((await app.send(saveDeviceFilter, hidden, clerk.token)).CODE).toBe(CODES.noDataAuthority.code)
    await bind([])
    expect(await told()).toEqual([
      [north, false],
      [south, false],
    ])
    await app.ask(deleteGroup, { GID: north }, company.token)
    expect(await told()).toEqual([
      [undefined, true],
      [south, false],
    ])
    expect((await filtersOf(clerk.token))[0]?.Filter.Keyword).toBe('gate')
  })

  it('are at most fifty, also when all are saved at once; a preview keeps none, and they go with their account', async () => {
    const company = await app.company()
    const clerk = await app.account(company, PAGE)
    const answers = await Promise.all(
      Array.from({ length: MOST_FILTERS + 5 }, (_, at) =>
        app.send(saveDeviceFilter, { Name: `Filter ${at}`, Filter: {}, Columns: [] }, clerk.token),
      ),
    )
    const refused = answers.filter(({ CODE }) => CODE !== '200')
    expect(refused).toHaveLength(5)
    for (const answer of refused) expect(answer).toMatchObject(says('Name', 'tooMany'))
    expect(await filtersOf(clerk.token)).toHaveLength(MOST_FILTERS)
    const { Utoken } = await app.ask(previewRole, { id: clerk.roleId }, company.token)
    const inPreview = await app.send(saveDeviceFilter, { Name: 'Seen', Filter: {}, Columns: [] }, Utoken)
    expect(inPreview.CODE).toBe(CODES.previewOnly.code)
    await app.ask(deleteAccountList, { AccountIDs: [clerk.accountId] }, company.token)
    const { storage } = app.platform
    const left = storage.db
      .selectFrom('account_device_filter')
      .where('account_id', '=', clerk.accountId)
      .select('id')
    expect(await storage.read(left)).toEqual([])
  })
})
