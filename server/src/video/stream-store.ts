/** The SQL of what is to be ingested. */
import { listed } from '../engines/storage/listed.ts'
import type { Storage } from '../engines/storage/storage.ts'

export interface StoredStream {
  companyId: string
  did: string
  regionId: string | null
  devType: number
  channel: number
  quality: 'main' | 'sub'
  /** Holds no credentials. */
  url: string
  transport: 'auto' | 'tcp' | 'udp'
  tls: 'any' | 'verify'
  username: string | null
  /** The sealed password. */
  box: string | null
}

export function streamStore(storage: Storage) {
  return {
    /** The streams of these devices of a company; without DIDs of all that it has, without a company of all companies. */
    streamsOf(companyId?: string, dids?: readonly string[]): Promise<StoredStream[]> {
      let query = storage.db
        .selectFrom('device_stream as stream')
        .innerJoin('device', (join) =>
          join.onRef('device.company_id', '=', 'stream.company_id').onRef('device.did', '=', 'stream.did'),
        )
        .leftJoin('device_credential as credential', (join) =>
          join
            .onRef('credential.company_id', '=', 'stream.company_id')
            .onRef('credential.did', '=', 'stream.did'),
        )
        .select([
          'stream.company_id as companyId',
          'stream.did',
          'device.region_id as regionId',
          'device.dev_type as devType',
          'stream.channel',
          'stream.quality',
          'stream.url',
          'stream.transport',
          'stream.tls',
          'credential.username',
          'credential.secret_box as box',
        ])
        .orderBy('stream.company_id')
        .orderBy('stream.did')
      if (companyId !== undefined) query = query.where('stream.company_id', '=', companyId)
      if (dids !== undefined) return storage.read(query.where('stream.did', 'in', listed(storage, dids)))
      // For a company with 100,000 devices this is long work, which must neither fail nor keep others waiting.
      return storage.readHeavy(query)
    },
  }
}

export type StreamStore = ReturnType<typeof streamStore>
