import type { BodyOf } from '@vedette/contract/call'
import { deviceList, exportDevices } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE } from '@vedette/contract/devices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readSheet } from '../../engines/spreadsheet/read-sheet.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

/** More than are found first and sorted then. */
const COUNT = 5200
const ROWS_PER_UNIT = 1000
const MODELS = ['Eye', 'Dome', 'Bullet']

interface Row {
  did: string
  region_id: string
  name: string
  alias: string
  dev_type: number
  model: string
}

describe.each(engines)('a list of thousands of devices on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let north: string
  let rows: Row[]
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    north = await app.region(company)
    const gate = await app.region(company, north)
    rows = Array.from({ length: COUNT }, (_, n) => ({
      did: `CAM-${String(n).padStart(6, '0')}`,
      region_id: [company.rootGid, north, gate][n % 3] ?? '',
      // In another order than the DIDs, and some alike.
      name: `Camera ${(n * 7919) % 2003}`,
      alias: n % 2 === 0 ? `Alias ${n % 101}` : '',
      dev_type: n % 10 === 0 ? 3 : 1,
      model: MODELS[n % MODELS.length] ?? '',
    }))
    const { storage } = app.platform
    for (let at = 0; at < COUNT; at += ROWS_PER_UNIT) {
      const some = rows.slice(at, at + ROWS_PER_UNIT).map((row) => ({
        ...row,
        company_id: company.companyId,
        name_search: row.name.toLowerCase(),
        alias_search: row.alias.toLowerCase(),
        lng: null,
        lat: null,
        channels: 1,
        driver: 'rtsp',
        created_at: 1,
        vendor: '',
        firmware: '',
        sdk_version: '',
        license: '',
        identity: '',
      }))
      await storage.write([storage.db.insertInto('device').values(some)])
    }
    for (const { did, region_id } of rows.slice(0, COUNT / 2)) {
      app.video.presences.add(company.companyId, did, region_id)
      app.video.presences.evidence(did, true, 'none')
    }
  })
  afterAll(() => app.close())

  type Asked = BodyOf<typeof deviceList>
  const isOn = (did: string): boolean => Number(did.slice('CAM-'.length)) < COUNT / 2
  const cases: [string, Asked, (row: Row, n: number) => boolean, (row: Row) => string][] = [
    ['by name', {}, () => true, ({ name }) => name.toLowerCase()],
    ['backwards by name', { Descending: true }, () => true, ({ name }) => name.toLowerCase()],
    [
      'those that are away first',
      { Sort: 'Trouble' },
      () => true,
      ({ name, did }) => `${Number(isOn(did))} ${name.toLowerCase()}`,
    ],
    [
      'those that are away last, of a type',
      { Sort: 'Trouble', Descending: true, DevTypes: [1] },
      ({ dev_type }) => dev_type === 1,
      ({ name, did }) => `${Number(isOn(did))} ${name.toLowerCase()}`,
    ],
    ['by type', { Sort: 'DevType' }, () => true, ({ dev_type }) => String(dev_type)],
    [
      'by alias, backwards',
      { Sort: 'Alias', Descending: true },
      () => true,
      ({ alias }) => alias.toLowerCase(),
    ],
    ['of one type', { DevTypes: [3] }, ({ dev_type }) => dev_type === 3, ({ name }) => name.toLowerCase()],
    [
      'of two conditions that most meet',
      { DevTypes: [1, 3], Keyword: 'camera', Sort: 'Model' },
      () => true,
      ({ model }) => model,
    ],
    [
      'of a part of the alias and a model',
      { Keyword: 'ALIAS 1', Model: 'Dome' },
      ({ alias, model }) => alias.startsWith('Alias 1') && model === 'Dome',
      ({ name }) => name.toLowerCase(),
    ],
    [
      'of two models, one of them of nobody',
      { Model: ['Dome', 'Eye', 'Nobody'], Firmware: [] },
      ({ model }) => model !== 'Bullet',
      ({ name }) => name.toLowerCase(),
    ],
    [
      'that are online',
      { Presence: PRESENCE.online, Sort: 'DID' },
      (_row, n) => n < COUNT / 2,
      ({ did }) => did,
    ],
    [
      'that are offline',
      { Presence: PRESENCE.offline },
      (_row, n) => n >= COUNT / 2,
      ({ name }) => name.toLowerCase(),
    ],
    [
      'that are offline, of a type',
      { Presence: PRESENCE.offline, DevTypes: [1] },
      ({ dev_type }, n) => n >= COUNT / 2 && dev_type === 1,
      ({ name }) => name.toLowerCase(),
    ],
  ]

  it.each(cases)('has each page in its place: %s', async (_what, body, isMeant, key) => {
    const wanted = rows.filter(isMeant).toSorted((a, b) => compare(key(a), key(b)) || compare(a.did, b.did))
    const dids = wanted.map(({ did }) => did)
    if (body.Descending) dids.reverse()
    const PageSize = Math.ceil(dids.length / 4) + 1
    for (let Page = 1; Page <= 5; Page++) {
      const { Total, List } = await app.ask(deviceList, { ...body, Page, PageSize }, company.token)
      expect(Total).toBe(dids.length)
      expect(List.map(({ DID }) => DID)).toEqual(dids.slice((Page - 1) * PageSize, Page * PageSize))
    }
  })

  it('goes region after region, by their names', async () => {
    const { List: forest } = await app.ask(getGroupList, {}, company.token)
    const all = (nodes: typeof forest): typeof forest => nodes.flatMap((it) => [it, ...all(it.Childs)])
    const gids = all(forest)
      .toSorted((a, b) => new Intl.Collator(undefined, { numeric: true }).compare(a.GroupName, b.GroupName))
      .map(({ GID }) => GID)
    const wanted = rows
      .filter(({ dev_type }) => dev_type === 1)
      .toSorted(
        (a, b) =>
          gids.indexOf(a.region_id) - gids.indexOf(b.region_id) ||
          compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
          compare(a.did, b.did),
      )
      .map(({ did }) => did)
    for (const Descending of [false, true]) {
      const asked = { DevTypes: [1], Sort: 'Region' as const, Descending, PageSize: 2000 }
      const found: string[] = []
      for (const Page of [1, 2, 3]) {
        const { List } = await app.ask(deviceList, { ...asked, Page }, company.token)
        found.push(...List.map(({ DID }) => DID))
      }
      expect(found).toEqual(Descending ? wanted.toReversed() : wanted)
    }
  })

  it('is given out as a file in either form, as far as it is seen', async () => {
    const clerk = await app.account(company, { deviceManger: [] }, [north])
    const asked = { Keyword: 'camera 77', DevTypes: [1], Sort: 'Region' as const }
    const { Total } = await app.ask(deviceList, asked, clerk.token)
    const csv = await app.ask(exportDevices, { ...asked, Format: 'csv', Language: 'zh-cn' }, clerk.token)
    const lines = Buffer.from(csv.File, 'base64').toString('utf8').trimEnd().split('\r\n')
    expect(csv.FileName).toMatch(/^devices-.+\.csv$/)
    expect(lines).toHaveLength(Total + 1)
    expect(lines[0]).toMatch(/^\ufeff"设备名称","设备编号","状态"/)
    expect(lines[1]).toMatch(/^"Camera 77\d?","CAM-\d{6}","(在线|离线)"/)
    const book = await app.ask(exportDevices, asked, clerk.token)
    expect(book.FileName).toMatch(/\.xlsx$/)
    const read = readSheet(Buffer.from(book.File, 'base64'))
    expect(read.ok && read.sheet.rows.length).toBe(Total + 1)
  })

  it('is that of a region and those below it, and of who is bound to them', async () => {
    const inNorth = rows.filter(({ region_id }) => region_id !== company.rootGid).length
    const clerk = await app.account(company, { deviceManger: [] }, [north])
    expect((await app.ask(deviceList, { GID: north }, company.token)).Total).toBe(inNorth)
    expect((await app.ask(deviceList, {}, clerk.token)).Total).toBe(inNorth)
    for (const [presence, isMeant] of [
      [PRESENCE.online, (n: number) => n < COUNT / 2],
      [PRESENCE.offline, (n: number) => n >= COUNT / 2],
    ] as const) {
      const meant = rows.filter(({ region_id }, n) => region_id !== company.rootGid && isMeant(n)).length
      const asked = { Presence: presence, PageSize: 9999 }
      for (const { Total, List } of [
        await app.ask(deviceList, { ...asked, GID: north }, company.token),
        await app.ask(deviceList, asked, clerk.token),
      ])
        expect([Total, List.length]).toEqual([meant, meant])
    }
    const both = { GID: north, Model: 'Dome' }
    const domes = rows.filter(({ region_id, model }) => region_id !== company.rootGid && model === 'Dome')
    expect((await app.ask(deviceList, both, clerk.token)).Total).toBe(domes.length)
  })
})

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
