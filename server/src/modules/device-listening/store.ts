import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface ListenedDevice {
  companyId: string
  did: string
  devType: number
  channels: number
  /** Another one when the device is reached otherwise than before. */
  version: string
}

export function listeningStore(storage: Storage) {
  return {
    /** Those of these devices that may tell of events; without DIDs of the company's, without a company of all. */
    async devices(companyId?: string, dids?: readonly string[]): Promise<ListenedDevice[]> {
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
          'device.channels',
          'onvif.url',
          'onvif.tls',
          'credential.secret_box as box',
        ])
      if (companyId !== undefined) query = query.where('onvif.company_id', '=', companyId)
      if (dids !== undefined) query = query.where('onvif.did', 'in', listed(storage, dids))
      const rows = await (dids === undefined ? storage.readHeavy(query) : storage.read(query))
      return rows.map(({ url, tls, box, ...device }) => ({
        ...device,
        version: JSON.stringify([url, tls, box, device.devType, device.channels]),
      }))
    },
  }
}

export type ListeningStore = ReturnType<typeof listeningStore>
