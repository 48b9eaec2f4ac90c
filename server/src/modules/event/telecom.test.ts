import { imageList } from '@vedette/contract/calls/album'
import { exportEvents, getEventListV2 } from '@vedette/contract/calls/event'
import { eventTypeNumber } from '@vedette/contract/events'
import { expect, it } from 'vitest'

import { startTestApp } from '../../testing/app.ts'

it.each([
  [['base', 'telecom'] as const, 'CTEI', 'CT-0815-A'],
  [['base'] as const, 'Device ID', undefined],
])('in the variants %j alarms and pictures have the device’s %s', async (variants, head, ctei) => {
  const app = await startTestApp({ config: { variants } })
  try {
    const company = await app.company()
    const { companyId, token } = company
    const did = await app.device(company)
    const { storage } = app.platform
    const picture = await app.picture(company)
    const at = app.clock.now()
    await storage.write([
      storage.db.updateTable('device').set({ license: 'CT-0815-A' }).where('did', '=', did),
      storage.db.updateTable('album_picture').set({ did }).where('id', '=', picture),
      storage.db.insertInto('event').values({
        company_id: companyId,
        id: '01JDGZ00000000000000000001',
        did,
        channel: 0,
        type: eventTypeNumber('human'),
        origin: 'device',
        at,
        last_at: at,
        end_at: at,
        dev_name: 'Gate',
        region_id: company.rootGid,
        ident_name: '',
        is_announced: 1,
        picture_id: null,
        box: '',
        state: 'new',
        state_by: null,
        state_at: null,
        note: '',
      }),
    ])
    const { List } = await app.ask(getEventListV2, {}, token)
    expect(List).toMatchObject([{ DID: did, License: 'CT-0815-A' }])
    const { File } = await app.ask(exportEvents, { Format: 'csv' }, token)
    const [heads = '', row = ''] = Buffer.from(File, 'base64').toString('utf8').split('\r\n')
    expect(heads).toContain(`"${head}"`)
    expect(row).toContain(`"${ctei ?? did}"`)
    const found = await app.ask(imageList, { Keyword: 'ct-0815' }, token)
    expect(found.Total).toBe(ctei === undefined ? 0 : 1)
  } finally {
    await app.close()
  }
})
