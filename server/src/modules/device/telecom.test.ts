import { deviceList, exportDevices } from '@vedette/contract/calls/device'
import { batchJoinGroupByExcel, importStatus, importTemplate } from '@vedette/contract/calls/device-import'
import { getDIDByCtei } from '@vedette/contract/calls/device-config'
import { acceptTransfer, offerDevices, previewTransfer } from '@vedette/contract/calls/transfer'
import { expect, it } from 'vitest'

import { startTestApp } from '../../testing/app.ts'

const SHEET = 'Name,Address,CTEI\r\nGate,rtsp://192.0.2.10/main,CT-0815-A'

it.each([
  [['base', 'telecom'] as const, 'CTEI'],
  [['base'] as const, 'Licence'],
])(
  'in the variants %j a sheet has a device’s %s, which goes with it to another company',
  async (variants, word) => {
    const app = await startTestApp({ config: { variants } })
    try {
      const [giver, taker] = [await app.company(), await app.company()]
      const headOf = ({ File }: { File: string }) =>
        Buffer.from(File, 'base64').toString('utf8').split('\r\n')[0] ?? ''
      const template = await app.ask(importTemplate, { Language: 'en', Format: 'csv' }, giver.token)
      expect(headOf(template)).toContain(`"${word}"`)
      const { JobID } = await app.ask(
        batchJoinGroupByExcel,
        { GID: giver.rootGid, File: Buffer.from(SHEET).toString('base64') },
        giver.token,
      )
      const state = async () => (await app.ask(importStatus, { JobID }, giver.token)).State
      await expect.poll(state, { timeout: 25_000 }).toBe('done')
      const exported = await app.ask(exportDevices, { Format: 'csv' }, giver.token)
      expect(headOf(exported)).toContain(`"${word}"`)
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
