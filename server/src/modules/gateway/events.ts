import { DEVICE_EVENT_KINDS, type DeviceEvent } from '@vedette/contract/calls/gateway'
import { z } from 'zod'

import type { Storage } from '../../engines/storage/storage.ts'
import { type EventRow, gatewayStore } from './store.ts'

export const SensorValue = z.union([z.number(), z.boolean(), z.string()])
const Kind = z.enum(DEVICE_EVENT_KINDS)

interface AskedEvents {
  Kind?: EventRow['kind'] | undefined
  Page: number
  PageSize: number
}

/** Pages of what a device said while it was the company's, newest first. */
export function eventReader(storage: Storage) {
  const store = gatewayStore(storage)
  return async (
    companyId: string,
    did: string,
    { Kind: kind, Page, PageSize }: AskedEvents,
  ): Promise<{ Total: number; List: DeviceEvent[] }> => {
    const page = { kind, offset: (Page - 1) * PageSize, limit: PageSize }
    const { total, rows } = await store.events(companyId, did, page)
    const List = rows.map((row) => ({
      ID: row.id,
      Kind: Kind.parse(row.kind),
      Time: row.at,
      Name: row.name,
      Value: SensorValue.parse(JSON.parse(row.value)),
      Unit: row.unit,
    }))
    return { Total: total, List }
  }
}
