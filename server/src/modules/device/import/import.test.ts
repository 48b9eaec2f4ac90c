import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import {
  batchJoinGroupByExcel,
  cancelImport,
  importErrors,
  type ImportResult,
  importStatus,
  importTemplate,
} from '@vedette/contract/calls/device-import'
import { CODES } from '@vedette/contract/codes'
import { getGroupList } from '@vedette/contract/calls/group'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { isReasonWord } from '@vedette/contract/reasons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readSheet } from '../../../engines/spreadsheet/read-sheet.ts'
import { writeXlsx } from '../../../engines/spreadsheet/write-xlsx.ts'
import type { Cell } from '../../../engines/spreadsheet/workbook.ts'
import { PushClient } from '../../../push/test-clients.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../testing/app.ts'
import { engines } from '../../../testing/storage.ts'

const XLS = join(import.meta.dirname, '../../../engines/spreadsheet/fixtures/devices.xls')
const HEADS = [
  '设备名称',
  'Type',
  'Address',
  'User name',
  'Password',
  'Second stream',
  'Longitude',
  'Latitude',
]

function sheet(rows: Cell[][], heads = HEADS): string {
  const columns = heads.map((head) => ({ head, width: 20 }))
  return writeXlsx({ sheet: 'Devices', columns, rows }).toString('base64')
}

function textsOf(file: string): string[][] {
  const read = readSheet(Buffer.from(file, 'base64'))
  if (!read.ok) throw new Error(read.fault)
  return read.sheet.rows.map(({ cells }) => [...cells.values()].map(({ text }) => text))
}

describe.each(engines)('an import on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  async function imported(
    company: TestCompany,
    File: string,
    how: { DryRun?: boolean; SkipBad?: boolean } = {},
  ): Promise<ImportResult> {
    const { JobID } = await app.ask(
      batchJoinGroupByExcel,
      { GID: company.rootGid, File, ...how },
      company.token,
    )
    const ended = () => app.ask(importStatus, { JobID }, company.token)
    await expect.poll(async () => (await ended()).State, { timeout: 25_000 }).toBe('done')
    const { Result } = await ended()
    if (!Result) throw new Error('an import that is done has a result')
    for (const { Word } of Result.Faults) expect(isReasonWord(Word)).toBe(true)
    return Result
  }

  const listed = async (company: TestCompany) =>
    (await app.ask(deviceList, { PageSize: 9999 }, company.token)).List

  it('adds what the filled-in template says, streams, ONVIF and place', async () => {
    const company = await app.company()
    const { File } = await app.ask(importTemplate, { Language: 'zh-cn' }, company.token)
    const dry = await imported(company, File, { DryRun: true })
    expect(dry).toEqual({ Total: 2, Good: 2, Added: 0, Bad: 0, Faults: [], FileFault: '' })
    expect(await listed(company)).toEqual([])
    expect(await imported(company, File)).toMatchObject({ Added: 2 })
    const devices = await listed(company)
    expect(devices.map(({ DevName, Alias, Driver, HasSub }) => [DevName, Alias, Driver, HasSub])).toEqual([
      ['北门', '主入口', 'onvif', false],
      ['北门 2', '', 'rtsp', true],
    ])
    expect(devices[0]).toMatchObject({ Lng: 116.331398, Lat: 39.897445, GID: company.rootGid })
    const again = await imported(company, File)
    expect(again).toMatchObject({ Added: 0, Bad: 2 })
    expect(again.Faults.map(({ Column, Word }) => [Column, Word])).toEqual([
      ['address', 'addressTaken'],
      ['address', 'addressTaken'],
    ])
  })

  it('with bad rows says each and adds nothing, unless they are to be left out', async () => {
    const company = await app.company()
    const file = sheet([
      ['Good', 'NVR', 'rtsp://192.0.2.1/a', 'admin', 'secret', '', 13.4, 52.5],
      ['', 'Toaster', 'ftp://x', '', '', '', 200, null],
      ['Own', '', 'rtsp://169.254.169.254/', '', '', '', null, null],
      ['Twice', '', 'rtsp://192.0.2.1/a', '', '', '', null, null],
      ['Gun', 'barcodeGun', 'rtsp://192.0.2.2/a', '', '', 'nonsense', null, null],
      ['x'.repeat(51), '1', '192.0.2.3', '', '', '', null, null],
    ])
    const result = await imported(company, file)
    expect(result).toMatchObject({ Total: 6, Good: 1, Added: 0, Bad: 5, FileFault: '' })
    expect(result.Faults.map(({ Row, Column, Word }) => `${Row} ${Column} ${Word}`)).toEqual([
      '3 name missing',
      '3 longitude coordinates',
      '3 type deviceType',
      '3 latitude missing',
      '4 address addressForbidden',
      '5 address addressTwice',
      '6 type deviceNoAddress',
      '7 name tooLong',
    ])
    expect(await listed(company)).toEqual([])
    expect(await imported(company, file, { SkipBad: true })).toMatchObject({ Added: 1, Bad: 5 })
    expect((await listed(company)).map(({ DevName, DevType }) => [DevName, DevType])).toEqual([['Good', 4]])
  })

  it('puts each row into the region whose path it names, as far as its account sees', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const { List } = await app.ask(getGroupList, {}, company.token)
    const [root] = List
    const name = root?.Childs.find(({ GID }) => GID === north)?.GroupName ?? ''
    const inRegions = (paths: string[]): string =>
      sheet(
        paths.map((path, n) => [`Gate ${n}`, `rtsp://192.0.2.${n + 20}/a`, path]),
        ['Name', 'Address', '所属区域'],
      )
    const file = inRegions([name, `${root?.GroupName} / ${name.toUpperCase()}`, '', root?.GroupName ?? ''])
    expect(await imported(company, file)).toMatchObject({ Added: 4, Faults: [] })
    const found = await listed(company)
    expect(found.map(({ GID }) => GID)).toEqual([north, north, company.rootGid, company.rootGid])

    const clerk = await app.account(company, { deviceManger: ['add'] }, [north])
    const inNorth = { ...company, token: clerk.token, rootGid: north }
    const { Faults } = await imported(inNorth, inRegions([root?.GroupName ?? '', 'Nowhere/Else']))
    expect(Faults.filter(({ Column }) => Column === 'region')).toEqual(
      [2, 3].map((Row) => ({ Row, Column: 'region', Word: 'noSuchRegion', Values: { Example: name } })),
    )
  })

  it('gives the wrong rows back, and takes them when they are mended', async () => {
    const company = await app.company()
    const colleague = await app.account(company, { deviceManger: ['add'] })
    const heads = ['Name', 'Address', 'Password']
    const File = sheet(
      [
        ['Good', 'rtsp://192.0.2.40/a', 'a"b,c'],
        ['Bad', 'ftp://x', '=secret'],
        [null, null, null],
      ],
      heads,
    )
    const { JobID } = await app.ask(
      batchJoinGroupByExcel,
      { GID: company.rootGid, File, SkipBad: true },
      company.token,
    )
    await expect
      .poll(async () => (await app.ask(importStatus, { JobID }, company.token)).State, { timeout: 25_000 })
      .toBe('done')
    const asked = { JobID, File, Language: 'en' as const }
    expect((await app.send(importErrors, asked, colleague.token)).CODE).toBe(CODES.noDataAuthority.code)
    const errors = await app.ask(importErrors, asked, company.token)
    expect(errors.FileName).toBe('devices-errors.xlsx')
    const said = textsOf(errors.File)
    expect(said).toEqual([
      [...heads, 'Error'],
      ['Bad', 'ftp://x', '=secret', expect.stringMatching(/^Address: ./)],
    ])
    const mended = said
      .slice(1)
      .map((row) => row.map((text) => text.replace('ftp://x', 'rtsp://192.0.2.41/a')))
    expect(await imported(company, sheet(mended, said[0]))).toMatchObject({ Total: 1, Added: 1, Bad: 0 })
    expect((await listed(company)).map(({ DevName }) => DevName)).toEqual(['Bad', 'Good'])
  })

  it('reads .xls truly, whatever the name says', async () => {
    const company = await app.company()
    expect(await imported(company, readFileSync(XLS).toString('base64'))).toMatchObject({
      Added: 400,
      Bad: 0,
    })
    expect((await listed(company))[0]).toMatchObject({ Alias: 'Alias 1', Lng: 116.25, Lat: -39.499 })
  })

  it.each([
    [
      'text in columns',
      Buffer.from('Name,Address\nGate,rtsp://192.0.2.1/a').toString('base64'),
      'notSpreadsheet',
    ],
    ['HTML', Buffer.from('<html><table>').toString('base64'), 'notSpreadsheet'],
    ['no head', sheet([['x']], ['Something']), 'sheetNoHead'],
    ['no rows', sheet([]), 'sheetEmpty'],
  ])('of a file that is %s says why', async (_what, file, FileFault) => {
    const company = await app.company()
    expect(await imported(company, file)).toEqual({
      Total: 0,
      Good: 0,
      Added: 0,
      Bad: 0,
      Faults: [],
      FileFault,
    })
  })

  it('tells nobody which device has an address whom he does not see', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const file = sheet([['Gate', '', 'rtsp://192.0.2.8/north', '', '', '', null, null]])
    expect(await imported(company, file)).toMatchObject({ Added: 1 })
    const clerk = await app.account(company, { deviceManger: ['add'] }, [north])
    const inNorth = { ...company, token: clerk.token, rootGid: north }
    expect(await imported(inNorth, file)).toMatchObject({ Added: 1, Bad: 0, Faults: [] })
    const own = await listed(inNorth)
    expect((await imported(inNorth, file)).Faults).toEqual([
      { Row: 2, Column: 'address', Word: 'addressTaken', Values: { DID: own[0]?.DID } },
    ])
  })

  it('is told to nobody but who asked for it, and its passwords are nowhere in clear', async () => {
    const company = await app.company()
    const colleague = await app.account(company, { deviceManger: ['add'] })
    const file = sheet([['Gate', '', 'rtsp://192.0.2.9/a', 'admin', 'Canary#Sheet7', '', null, null]])
    const body = { GID: company.rootGid, File: file }
    const { JobID } = await app.ask(batchJoinGroupByExcel, body, company.token)
    const answer = await app.send(importStatus, { JobID }, colleague.token)
    expect(answer.CODE).toBe(CODES.noDataAuthority.code)
    const { storage } = app.platform
    const stored = JSON.stringify([
      await storage.read(storage.db.selectFrom('job').selectAll()),
      await storage.read(storage.db.selectFrom('device_credential').selectAll()),
    ])
    expect(stored + app.logged()).not.toContain('Canary#Sheet7')
  })

  it('tells its end on the pages of who asked for it, and cannot be cancelled any more then', async () => {
    const company = await app.company()
    const colleague = await app.account(company, { deviceManger: ['add'] })
    const pages = [company, colleague].map(
      () => new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href),
    )
    const [own, other] = pages
    await own?.login(company.token)
    await other?.login(colleague.token)
    const File = sheet([['Gate', '', 'rtsp://192.0.2.9/b', '', '', '', null, null]])
    const { JobID } = await app.ask(batchJoinGroupByExcel, { GID: company.rootGid, File }, company.token)
    expect((await own?.next(METHOD.progress))?.BODY).toEqual({
      Kind: 'import',
      ID: JobID,
      DID: '',
      State: 'done',
      Progress: 100,
      Done: 1,
      Total: 1,
    })
    const cancel = (token: string) => app.send(cancelImport, { JobID }, token)
    expect((await cancel(company.token)).BODY).toEqual({ IsCancelled: false })
    expect((await cancel(colleague.token)).CODE).toBe(CODES.noDataAuthority.code)
    expect(await listed(company)).toHaveLength(1)
    other?.send(METHOD.heartbeat, {})
    await other?.next(METHOD.heartbeat)
    expect(other?.rest.map((it) => it.METHOD)).toEqual([METHOD.devicesChanged])
    for (const page of pages) page.socket.close()
  })

  it('of more than any request may hold is refused before it is read', async () => {
    const company = await app.company()
    const File = 'A'.repeat(9 * 1024 * 1024)
    const send = (token?: string) => app.send(batchJoinGroupByExcel, { GID: company.rootGid, File }, token)
    expect((await send(company.token)).CODE).toBe(CODES.tooLarge.code)
  })
})
