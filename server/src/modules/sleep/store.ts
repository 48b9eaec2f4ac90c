import { canSleep } from '@vedette/contract/devices'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface Sleeper {
  companyId: string
  did: string
  /** Another one when the device is reached otherwise than before. */
  version: string
}

export function sleepStore(storage: Storage) {
  return {
    /** Those of these devices that may sleep and can say so; without DIDs of the company's, without a company of all. */
    async sleepersOf(companyId?: string, dids?: readonly string[]): Promise<Sleeper[]> {
      let query = storage.db
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
      if (companyId !== undefined) query = query.where('onvif.company_id', '=', companyId)
      if (dids !== undefined) query = query.where('onvif.did', 'in', listed(storage, dids))
      const rows = await (dids === undefined ? storage.readHeavy(query) : storage.read(query))
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
