import { recordDeviceStorage } from '@vedette/contract/calls/record'

import { type Route, serve } from '../../http/route.ts'
import { DeviceStorage, type DeviceStorageNeeds } from './device-storage.ts'

export function deviceStorageModule(needs: DeviceStorageNeeds): Route[] {
  const storage = new DeviceStorage(needs)
  return [
    serve(recordDeviceStorage, async ({ DID, Channel, From, To }, { companyId }) => {
      const kept = await storage.of(companyId, DID)
      const spans = kept?.spansOf(Channel, From, To) ?? []
      return {
        HasStorage: kept !== undefined,
        Spans: spans.flatMap(({ startMs, endMs }) => [startMs, endMs]),
      }
    }),
  ]
}
