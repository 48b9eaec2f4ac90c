/** Regions with few devices: their alarms are found by device, since among very many alarms they are rare. */
import { sql } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface FewDevices {
  /** All of their alarms are in the regions. */
  here: string[]
  /** Those that the company has no more: each of their alarms names its region itself. */
  gone: string[]
}

/**
 * All devices whose alarms may be in the regions. Undefined where they are more than `most`, or no region was asked for.
 */
export async function fewDevicesOf(
  storage: Storage,
  { companyId, regions }: { companyId: string; regions: Regions },
  regionId: string | undefined,
  most: number,
): Promise<FewDevices | undefined> {
  if (regions === 'all' && regionId === undefined) return undefined
  const { db } = storage
  let devices = db.selectFrom('device').where('company_id', '=', companyId)
  if (regions !== 'all') devices = devices.where('region_id', 'in', listed(storage, [...regions]))
  if (regionId !== undefined)
    devices = devices.where((row) =>
      row(
        'region_id',
        'in',
        row
          .selectFrom('region_closure')
          .where('company_id', '=', companyId)
          .where('ancestor_id', '=', regionId)
          .select('descendant_id'),
      ),
    )
  const here = await storage.read(devices.select('did').limit(most + 1))
  if (here.length > most) return undefined
  const gone = await storage.read(
    db
      .selectFrom('event_device')
      .where('company_id', '=', companyId)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('device')
              .whereRef('device.company_id', '=', 'event_device.company_id')
              .whereRef('device.did', '=', 'event_device.did')
              .select(sql`1`.as('one')),
          ),
        ),
      )
      .select('did')
      .limit(most + 1),
  )
  if (here.length + gone.length > most) return undefined
  return { here: here.map(({ did }) => did), gone: gone.map(({ did }) => did) }
}
