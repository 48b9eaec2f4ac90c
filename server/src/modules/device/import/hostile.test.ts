/** Workbooks that mean harm, or mean something else, sent as an import. */
import { batchJoinGroupByExcel, type ImportResult, importStatus } from '@vedette/contract/calls/device-import'
import { deviceList } from '@vedette/contract/calls/device'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { zip } from '../../../engines/zip.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function workbook(rows: string): Buffer {
  const entries = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
    'xl/worksheets/first.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  return zip(Object.entries(entries).map(([name, xml]) => ({ name, content: Buffer.from(xml) })))
}

const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const HEAD = `<row r="1">${text('A1', 'Name')}${text('B1', 'Address')}</row>`

async function imported(file: Buffer): Promise<{ result: ImportResult | undefined; devices: number }> {
  const company = await app.company()
  const body = { GID: company.rootGid, File: file.toString('base64') }
  const { JobID } = await app.ask(batchJoinGroupByExcel, body, company.token)
  const status = () => app.ask(importStatus, { JobID }, company.token)
  await expect.poll(async () => (await status()).State, { timeout: 60_000 }).toBe('done')
  const { Total } = await app.ask(deviceList, {}, company.token)
  return { result: (await status()).Result, devices: Total }
}

/** The directory says another place, as a file does that was made to mislead. */
function lying(): Buffer {
  const file = workbook(HEAD)
  file.writeUInt32LE(0xfffffff0, file.indexOf('PK\u0001\u0002', 0, 'latin1') + 42)
  return file
}

it.each([
  ['a bomb', () => workbook(`<row r="1">${text('A1', ' '.repeat(80_000_000))}</row>`), 'sheetTooLarge'],
  ['65,536 columns', () => workbook(`<row r="1">${text('CRXP1', 'x')}</row>`), 'tooManyColumns'],
  ['entities of its own', () => workbook('<!DOCTYPE a [<!ENTITY b "b">]><row>&b;</row>'), 'damaged'],
  ['a directory that lies', lying, 'damaged'],
] as const)('a workbook with %s adds nothing and says why', async (_what, make, FileFault) => {
  expect(await imported(make())).toMatchObject({ result: { FileFault, Added: 0 }, devices: 0 })
})

it('a formula is no address: its row is told, and nothing is added', async () => {
  const formula = '<c r="B2"><f>HYPERLINK("http://evil.example")</f><v>rtsp://192.0.2.7/1</v></c>'
  const { result, devices } = await imported(
    workbook(`${HEAD}<row r="2">${text('A2', 'Gate')}${formula}</row>`),
  )
  expect(result).toMatchObject({ Added: 0, Faults: [{ Row: 2, Column: 'address', Word: 'formula' }] })
  expect(devices).toBe(0)
})
