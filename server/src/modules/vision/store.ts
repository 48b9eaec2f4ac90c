import { AlarmSettings } from '@vedette/contract/alarm-settings'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

/** What a camera's settings of alarms ask for. */
export interface Wish {
  companyId: string
  did: string
  channel: number
  settings: AlarmSettings
  timeZone: string
  /** The device tells of motion itself: the platform need not look for it. */
  hasOwnMotion: boolean
  /** It can be turned. */
  hasPtz: boolean
}

export function visionStore(storage: Storage) {
  return {
    /** Wishes for these devices; without DIDs for all of the company, without a company for all companies. */
    async wishes(companyId?: string, dids?: readonly string[]): Promise<Wish[]> {
      let query = storage.db
        .selectFrom('device_alarm as alarm')
        .innerJoin('company', 'company.id', 'alarm.company_id')
        .select(['alarm.company_id', 'alarm.did', 'alarm.channel', 'alarm.settings', 'alarm.own_motion'])
        .leftJoin('device_onvif', (join) =>
          join
            .onRef('device_onvif.company_id', '=', 'alarm.company_id')
            .onRef('device_onvif.did', '=', 'alarm.did'),
        )
        .select(['company.time_zone', 'device_onvif.has_ptz'])
        .orderBy('alarm.company_id')
        .orderBy('alarm.did')
        .orderBy('alarm.channel')
      if (companyId !== undefined) query = query.where('alarm.company_id', '=', companyId)
      if (dids !== undefined) query = query.where('alarm.did', 'in', listed(storage, dids))
      const rows = await storage.read(query)
      return rows.map((row) => ({
        companyId: row.company_id,
        did: row.did,
        channel: row.channel,
        settings: AlarmSettings.parse(JSON.parse(row.settings)),
        timeZone: row.time_zone,
        hasOwnMotion: row.own_motion === 1,
        hasPtz: row.has_ptz === 1,
      }))
    },
  }
}

export type VisionStore = ReturnType<typeof visionStore>
