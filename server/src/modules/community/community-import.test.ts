import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { auditList } from '@vedette/contract/calls/audit'
import type { BodyOf } from '@vedette/contract/call'
import {
  addArea,
  addBuilding,
  dictionaryList,
  placeList,
  renamePlace,
} from '@vedette/contract/calls/community'
import {
  erasePerson,
  exportResidents,
  exportVehicles,
  importVehicles,
  VEHICLE_COLUMNS,
  vehicleTemplate,
} from '@vedette/contract/calls/community-import'
import {
  addResident,
  addVehicle,
  residentList,
  uploadCommunityPhoto,
  vehicleList,
} from '@vedette/contract/calls/community-people'
import { type ImportResult, importStatus } from '@vedette/contract/calls/device-import'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openSecretBox } from '../../engines/secret-box.ts'
import { readSheet } from '../../engines/spreadsheet/read-sheet.ts'
import type { Cell } from '../../engines/spreadsheet/workbook.ts'
import { writeXlsx } from '../../engines/spreadsheet/write-xlsx.ts'
import { AREA } from '../../testing/area.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'
import { AUDIT_PURPOSE, auditStore, verifyAudit } from '../audit/index.ts'

const XLS = join(import.meta.dirname, '../../engines/spreadsheet/fixtures/devices.xls')
const ID = '11010519491231002X'

function sheet(rows: Cell[][]): string {
  const columns = Object.values(VEHICLE_COLUMNS).map(({ zh }) => ({ head: zh, width: 20 }))
  return writeXlsx({ sheet: 'Vehicles', columns, rows }).toString('base64')
}

const ROW = [
  '京A12345',
  'White',
  '小型汽车',
  'Wang Fang',
  '13800138000',
  ID,
  'garden court',
  'Building 1',
  '1',
  '1',
  '101',
]
const rowOf = (plate: string, others: Readonly<Record<number, string>> = {}): string[] =>
  ROW.map((cell, at) => (at === 0 ? plate : (others[at] ?? cell)))

describe.each(engines)('many vehicles, and all of one person, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { variants: ['base', 'community'] } })
  })
  afterAll(() => app?.close())

  async function estate({ token }: TestCompany): Promise<{ AreaID: string; HouseID: string }> {
    const { AreaID } = await app.ask(addArea, AREA, token)
    const building = { AreaID, Name: 'Building 1', Units: 1, FloorsPerUnit: 1, HousesPerFloor: 2 }
    await app.ask(addBuilding, building, token)
    const { List } = await app.ask(placeList, { AreaID }, token)
    return { AreaID, HouseID: List.find(({ Name }) => Name === '101')?.PlaceID ?? '' }
  }

  const photo = async (token: string): Promise<string> =>
    uploadCommunityPhoto.reply.parse((await upload(app, uploadCommunityPhoto, [pngOf(8, 8)], token)).BODY).Url

  async function imported(
    { token }: { token: string },
    File: string,
    how: { DryRun?: boolean; SkipBad?: boolean } = {},
  ): Promise<ImportResult | undefined> {
    const { JobID } = await app.ask(importVehicles, { File, ...how }, token)
    const status = () => app.ask(importStatus, { JobID }, token)
    await expect.poll(async () => (await status()).State, { timeout: 25_000 }).toBe('done')
    return (await status()).Result
  }

  it('adds what the template says once the house is there, and only what was not there', async () => {
    const company = await app.company()
    const { File } = await app.ask(vehicleTemplate, { Language: 'en' }, company.token)
    expect(await imported(company, File, { DryRun: true })).toMatchObject({
      Good: 0,
      Faults: [{ Row: 2, Column: 'house', Word: 'noSuchHouse' }],
    })
    await estate(company)
    expect(await imported(company, File, { DryRun: true })).toMatchObject({ Total: 1, Good: 1, Added: 0 })
    expect(await imported(company, File)).toMatchObject({ Added: 1, Faults: [] })
    expect((await app.ask(vehicleList, { Keyword: 'A123' }, company.token)).List).toMatchObject([
      { Plate: '京A12345', Phone: '138****8000', House: ['Garden Court', 'Building 1', '1', '1', '101'] },
    ])
    expect(await imported(company, File)).toMatchObject({
      Added: 0,
      Faults: [{ Row: 2, Column: 'plate', Word: 'plateTaken' }],
    })
  })

  it('says every bad row with its column, and adds nothing unless bad rows are left out', async () => {
    const company = await app.company()
    await estate(company)
    const file = sheet([
      rowOf('京A·12345'),
      rowOf('京I12345', { 1: 'Pink', 2: 'Car', 3: '', 4: '010-12345678', 5: '110105194912310021' }),
      rowOf('京a12345'),
      rowOf('京B12345', { 10: '999' }),
    ])
    const result = await imported(company, file)
    expect(result).toMatchObject({ Total: 4, Good: 1, Added: 0, Bad: 3 })
    expect(result?.Faults.map(({ Row, Column, Word }) => `${Row} ${Column} ${Word}`)).toEqual([
      '3 plate plateForm',
      '3 colour notOffered',
      '3 ownerName missing',
      '3 phone mobileForm',
      '3 idNumber idCardForm',
      '4 plate plateTwice',
      '5 house noSuchHouse',
    ])
    expect(await imported(company, file, { SkipBad: true })).toMatchObject({ Added: 1 })
    expect((await app.ask(vehicleList, {}, company.token)).Total).toBe(1)
  })

  it('takes a house that several are called by its floor alone, and never guesses', async () => {
    const company = await app.company()
    const { AreaID } = await estate(company)
    const building = { AreaID, Name: 'Building 2', Units: 1, FloorsPerUnit: 2, HousesPerFloor: 1 }
    await app.ask(addBuilding, building, company.token)
    const { List } = await app.ask(placeList, { AreaID }, company.token)
    const upper = List.find(({ Name }) => Name === '201')?.PlaceID ?? ''
    await app.ask(renamePlace, { PlaceID: upper, Name: '101' }, company.token)
    const inSecond = (plate: string, floor: string) => rowOf(plate, { 7: 'Building 2', 9: floor })
    const rows = [inSecond('京A11111', ''), inSecond('京A22222', '2'), inSecond('京A33333', '1')]
    expect(
      await imported(company, sheet([...rows, rowOf('京A44444', { 9: '' })]), { SkipBad: true }),
    ).toMatchObject({
      Added: 3,
      Faults: [{ Row: 2, Column: 'house', Word: 'severalHouses' }],
    })
    const placed = (await app.ask(vehicleList, {}, company.token)).List.map(
      ({ Plate, House }) => `${Plate} ${House.slice(1).join('/')}`,
    )
    expect(placed.toSorted()).toEqual([
      '京A22222 Building 2/1/2/101',
      '京A33333 Building 2/1/1/101',
      '京A44444 Building 1/1/1/101',
    ])
    // An area of the same name: no floor tells the two apart.
    await estate(company)
    expect(await imported(company, sheet([rowOf('京A55555')]))).toMatchObject({
      Added: 0,
      Faults: [{ Row: 2, Column: 'house', Word: 'severalHouses' }],
    })
  })

  it('takes no .xls, whatever its name says', async () => {
    const company = await app.company()
    const file = readFileSync(XLS).toString('base64')
    expect(await imported(company, file)).toMatchObject({ Total: 0, FileFault: 'xlsxOnly' })
  })

  it('gives them out on record, masked for those who may not read personal data', async () => {
    const company = await app.company()
    await estate(company)
    await imported(company, sheet([rowOf('京A12345')]))
    const exported = async (token: string) => {
      const { File } = await app.ask(exportVehicles, {}, token)
      const read = readSheet(Buffer.from(File, 'base64'))
      return read.ok ? [...(read.sheet.rows[1]?.cells.values() ?? [])].map(({ text }) => text) : []
    }
    expect(await exported(company.token)).toEqual(rowOf('京A12345', { 2: 'Car', 6: 'Garden Court' }))
    const clerk = await app.account(company, { vehicle: ['export'] })
    expect((await exported(clerk.token)).slice(4, 6)).toEqual(['138****8000', '110***********002X'])
    const { List } = await app.ask(auditList, { Paths: [exportVehicles.path] }, company.token)
    expect(List.map(({ Details }) => Details['count'])).toEqual([1, 1])
    const other = await app.account(company, { vehicle: ['edit'] })
    expect((await app.send(exportVehicles, {}, other.token)).CODE).toBe(CODES.noPermission.code)
  })

  it('gives residents out on record, masked for those who may not read personal data', async () => {
    const company = await app.company()
    const { AreaID, HouseID } = await estate(company)
    const { token } = company
    for (const [Name, DocumentNumber] of [
      ['Wang Fang', ID],
      ['Li Lei', '110105199001010010'],
    ] as const)
      await app.ask(
        addResident,
        {
          Name,
          Sex: 'female',
          Phone: '13800138000',
          ResidenceType: 'tenant',
          Education: 'education1',
          Tags: ['tag1', 'tag2'],
          Relation: 'relation1',
          DocumentType: 'idCard',
          DocumentNumber,
          HouseID,
          Photos: [await photo(token)],
        },
        token,
      )
    const exported = async (holder: string, asked: BodyOf<typeof exportResidents> = {}) => {
      const { File, FileName, Total } = await app.ask(exportResidents, asked, holder)
      expect(FileName).toBe(`residents-${company.code}.xlsx`)
      const read = readSheet(Buffer.from(File, 'base64'))
      const rows = read.ok ? read.sheet.rows : []
      expect(rows.length).toBe(Total + 1)
      return rows.map(({ cells }) => [...cells.values()].map(({ text }) => text))
    }
    const [heads, ...rows] = await exported(token)
    expect(heads?.slice(0, 3)).toEqual(['Name', 'Sex', 'Phone'])
    expect(rows.map(([name]) => name)).toEqual(['Li Lei', 'Wang Fang'])
    const values = await app.ask(dictionaryList, {}, token)
    const named = (id: string, language: 'NameEn' | 'NameZh' = 'NameEn'): string =>
      values.List.find(({ ValueID }) => ValueID === id)?.[language] ?? ''
    const house = ['Garden Court', 'Building 1', '1', '1', '101']
    const ofPerson = ['Wang Fang', 'Female', '13800138000', 'Tenant', named('relation1'), 'ID card', ID]
    const others = [named('education1'), `${named('tag1')}, ${named('tag2')}`]
    expect(rows[1]).toEqual([...ofPerson, ...others, ...house])
    // Only what is sought, in the language that is asked for.
    const [chinese, ...found] = await exported(token, { Keyword: 'wang', AreaID, Language: 'zh-cn' })
    expect(chinese?.slice(0, 3)).toEqual(['姓名', '性别', '手机号'])
    expect(found.map((cells) => cells.slice(0, 5))).toEqual([
      ['Wang Fang', '女', '13800138000', '租户', named('relation1', 'NameZh')],
    ])

    const clerk = await app.account(company, { resident: ['export'] })
    const [, masked] = await exported(clerk.token, { Keyword: 'wang' })
    expect([masked?.[2], masked?.[6]]).toEqual(['138****8000', '110***********002X'])
    const { List } = await app.ask(auditList, { Paths: [exportResidents.path] }, token)
    expect(List.map(({ Details }) => Details['count'])).toEqual([1, 1, 2])
    const other = await app.account(company, { resident: ['edit', 'personalData'] })
    expect((await app.send(exportResidents, {}, other.token)).CODE).toBe(CODES.noPermission.code)
  })

  /** As `npm run verify-audit` finds it. */
  async function isWholeLog(): Promise<void> {
    const box = await openSecretBox(join(app.archiveFolder, '..'), undefined, 'refuse')
    const { rows, breaches } = await verifyAudit(
      auditStore(app.platform.storage),
      box.derivedKey(AUDIT_PURPOSE),
    )
    expect(rows).toBeGreaterThan(0)
    expect(breaches).toEqual([])
  }

  it('erases all of one person in one act; the log keeps it by number and is not rewritten', async () => {
    const company = await app.company()
    const { token } = company
    const { AreaID, HouseID } = await estate(company)
    const person = {
      Name: 'Zhuge Canary',
      Sex: 'male' as const,
      Phone: '13987654321',
      ResidenceType: 'owner' as const,
      Relation: 'relation1',
      DocumentType: 'idCard' as const,
      DocumentNumber: ID,
      HouseID,
    }
    const { ResidentID } = await app.ask(addResident, { ...person, Photos: [await photo(token)] }, token)
    const neighbour = { ...person, Name: 'Li Lei', Phone: '13800138000', DocumentType: 'passport' as const }
    await app.ask(
      addResident,
      { ...neighbour, DocumentNumber: 'E12345678', Photos: [await photo(token)] },
      token,
    )
    const vehicle = {
      Plate: '京A12345',
      Colour: 'vehicleColour1',
      Type: 'vehicleType1',
      OwnerName: 'Zhuge Canary',
      Phone: '13987654321',
      IdNumber: ID,
      AreaID,
      HouseID,
    }
    await app.ask(addVehicle, { ...vehicle, Photos: [await photo(token)] }, token)
    await imported(company, sheet([rowOf('京B67890', { 3: 'Zhuge Canary', 4: '13987654321' })]))
    const face = (await app.ask(residentList, { Keyword: 'zhuge' }, token)).List[0]?.PhotoUrl ?? ''
    expect((await app.fetch(face)).status).toBe(200)

    const clerk = await app.account(company, { resident: ['delete'] })
    expect((await app.send(erasePerson, { ResidentID }, clerk.token)).CODE).toBe(CODES.noPermission.code)
    const { storage } = app.platform
    const chain = storage.db.selectFrom('audit').where('company_id', '=', company.companyId).selectAll()
    const before = await storage.read(chain.orderBy('seq'))
    expect(await app.ask(erasePerson, { ResidentID }, token)).toEqual({
      Residents: 1,
      Vehicles: 2,
      Photos: 2,
    })
    expect((await app.ask(residentList, {}, token)).List.map(({ Name }) => Name)).toEqual(['Li Lei'])
    expect((await app.ask(vehicleList, {}, token)).Total).toBe(0)
    expect((await app.fetch(face)).status).not.toBe(200)

    // Nothing anywhere still says who it was: no import, no search column, no line of the log.
    expect((await storage.read(chain.orderBy('seq'))).slice(0, before.length)).toEqual(before)
    const kept = await Promise.all(
      (
        ['job', 'job_result', 'audit', 'community_resident', 'community_vehicle', 'community_photo'] as const
      ).map((table) =>
        storage.read(storage.db.selectFrom(table).where('company_id', '=', company.companyId).selectAll()),
      ),
    )
    expect(JSON.stringify(kept)).not.toMatch(/zhuge|13987654321|11010519491231002X/i)
    const { List } = await app.ask(auditList, { Paths: [erasePerson.path] }, token)
    expect(List).toMatchObject([{ Outcome: 'done', Details: { person: ResidentID } }, { Outcome: 'refused' }])
    await isWholeLog()
  })

  it('erases an owner of a vehicle who lives nowhere here', async () => {
    const company = await app.company()
    const { token } = company
    await estate(company)
    const stranger = '110105199001010010'
    await imported(
      company,
      sheet([
        rowOf('京A12345', { 3: 'Zhuge Canary', 5: stranger }),
        rowOf('京B67890', { 3: 'Zhuge Canary', 5: stranger }),
        rowOf('京C11111'),
      ]),
    )
    const VehicleID = (await app.ask(vehicleList, { Keyword: 'A12345' }, token)).List[0]?.VehicleID ?? ''
    const clerk = await app.account(company, { resident: ['personalData'], vehicle: ['delete'] })
    expect((await app.send(erasePerson, { VehicleID }, clerk.token)).CODE).toBe(CODES.noPermission.code)
    for (const body of [{}, { VehicleID, ResidentID: '1' }])
      expect((await app.send(erasePerson, body, token)).CODE).toBe(CODES.badInput.code)
    expect(await app.ask(erasePerson, { VehicleID }, token)).toEqual({ Residents: 0, Vehicles: 2, Photos: 0 })
    expect((await app.ask(vehicleList, {}, token)).List.map(({ Plate }) => Plate)).toEqual(['京C11111'])
    const { List } = await app.ask(auditList, { Paths: [erasePerson.path], Outcome: 'done' }, token)
    expect(List).toMatchObject([{ Details: { person: VehicleID } }])
    expect((await app.send(erasePerson, { VehicleID }, token)).CODE).toBe(CODES.noDataAuthority.code)
    await isWholeLog()
  })
})
