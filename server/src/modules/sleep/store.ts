import { canSleep } from '@vedette/contract/devices'

import type { Storage } from '../../engines/storage/storage.ts'

export interface Sleeper {
  companyId: string
  did: string
  /** Another one when the device is reached otherwise than before. */
  version: string
}

export function sleepStore(storage: Storage) {
  return {
    /** Devices that may sleep and can say so, of a company, or of all: the platform listens for each of them. */
    async sleepersOf(companies: { companyId: string } | 'all'): Promise<Sleeper[]> {
      const query = storage.db
        .selectFrom('device_onvif as onvif')
        .innerJoin('device', (join) =>
          join.onRef('device.company_id', '=', 'onvif.company_id').onRef('device.did', '=', 'onvif.did'),
        )
        .innerJoin('device_credential as credential', (join) =>
          join
            .onRef('credential.company_id', '=', 'onvif.company_id')
            .onRef('credential.did', '=', 'onvif.did'),
        )
        .select([
          'onvif.company_id as companyId',
          'onvif.did',
          'device.dev_type as devType',
          'onvif.url',
          'onvif.tls',
          'credential.secret_box as box',
        ])
      const rows = await storage.read(
        companies === 'all' ? query : query.where('onvif.company_id', '=', companies.companyId),
      )
      return rows
        .filter(({ devType }) => canSleep(devType))
        .map(({ companyId, did, url, tls, box }) => ({
          companyId,
          did,
          version: JSON.stringify([url, tls, box]),
        }))
    },
  }
}

export type SleepStore = ReturnType<typeof sleepStore>
