import { deviceList, exportDevices } from '@vedette/contract/calls/device'
import { batchJoinGroupByExcel, importStatus, importTemplate } from '@vedette/contract/calls/device-import'
import { getDIDByCtei } from '@vedette/contract/calls/device-config'
import { acceptTransfer, offerDevices, previewTransfer } from '@vedette/contract/calls/transfer'
import { expect, it } from 'vitest'

import { readSheet } from '../../engines/spreadsheet/read-sheet.ts'
import { writeXlsx } from '../../engines/spreadsheet/write-xlsx.ts'
import { startTestApp } from '../../testing/app.ts'

const SHEET = writeXlsx({
  sheet: 'Devices',
  columns: ['Name', 'Address', 'CTEI'].map((head) => ({ head, width: 20 })),
  rows: [['Gate', 'rtsp://192.0.2.10/main', 'CT-0815-A']],
}).toString('base64')

it.each([
  [['base', 'telecom'] as const, 'CTEI'],
  [['base'] as const, 'Licence'],
])(
  'in the variants %j a sheet has a device’s %s, which goes with it to another company',
  async (variants, word) => {
    const app = await startTestApp({ config: { variants } })
    try {
      const [giver, taker] = [await app.company(), await app.company()]
      const headsOf = ({ File }: { File: string }) => {
        const read = readSheet(Buffer.from(File, 'base64'))
        return read.ok ? [...(read.sheet.rows[0]?.cells.values() ?? [])].map(({ text }) => text) : []
      }
      const template = await app.ask(importTemplate, { Language: 'en' }, giver.token)
      expect(headsOf(template)).toContain(word)
      const { JobID } = await app.ask(batchJoinGroupByExcel, { GID: giver.rootGid, File: SHEET }, giver.token)
      const state = async () => (await app.ask(importStatus, { JobID }, giver.token)).State
      await expect.poll(state, { timeout: 25_000 }).toBe('done')
      const exported = await app.ask(exportDevices, {}, giver.token)
      expect(headsOf(exported)).toContain(word)
      const { DID } = await app.ask(getDIDByCtei, { Ctei: 'CT-0815-A' }, giver.token)

      const { Code } = await app.ask(offerDevices, { DIDs: [DID] }, giver.token)
      const { List } = await app.ask(previewTransfer, { Code }, taker.token)
      expect(List).toMatchObject([{ DID, License: 'CT-0815-A' }])
      await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)
      expect((await app.ask(deviceList, {}, taker.token)).List).toMatchObject([{ DID, License: 'CT-0815-A' }])
      expect(await app.ask(getDIDByCtei, { Ctei: 'CT-0815-A' }, taker.token)).toEqual({ DID })
    } finally {
      await app.close()
    }
  },
)
