import { QueryClient } from '@tanstack/react-query'
import { deviceList } from '@vedette/contract/calls/device'
import { expect, test } from 'vitest'

import { DEVICE_PAGES, keepPresence } from './device-pages.ts'

test('a push changes the rows that are known, and nothing of the lists that other screens have fetched', () => {
  const client = new QueryClient()
  const rows = ['CAM-00000001', 'CAM-00000002'].map((DID) => ({ DID, DevName: DID, Presence: 1 }))
  const page = [...DEVICE_PAGES, { Page: 1 }]
  client.setQueryData(page, { Total: 2, List: rows })
  // Who copies settings, and who asks who sees a camera, has chosen among all devices.
  client.setQueryData([deviceList.path, 'copy'], rows)
  const news = { DID: 'CAM-00000002', Presence: 2, Reason: 'stalled', Since: 7 } as const
  keepPresence(client, { List: [news] })
  expect(client.getQueryData(page)).toEqual({ Total: 2, List: [rows[0], { ...rows[1], ...news }] })
  expect(client.getQueryData([deviceList.path, 'copy'])).toBe(rows)
})
