/** Whether a device's own word is to become an alarm, by what its page says of alarms. */
import { type AlarmSettings, AlarmSettings as Settings } from '@vedette/contract/alarm-settings'

import type { Storage } from '../../engines/storage/storage.ts'
import { isWithinRanges } from '../../engines/weekly-ranges.ts'

const KNOWN_MS = 5000
const SWITCHES = { motion: 'MotionDetection', human: 'HumanDetection' } as const

export interface AlarmGate {
  isWanted(
    companyId: string,
    did: string,
    channel: number,
    kind: 'motion' | 'human' | 'ring',
    at: number,
  ): Promise<boolean>
}

interface Known {
  until: number
  settings: AlarmSettings | undefined
  timeZone: string
}

export function alarmGate(storage: Storage, now: () => number): AlarmGate {
  const { db } = storage
  const known = new Map<string, Known>()

  const read = async (companyId: string, did: string, channel: number): Promise<Known> => {
    const [row] = await storage.read(
      db
        .selectFrom('company')
        .leftJoin('device_alarm', (join) =>
          join
            .onRef('device_alarm.company_id', '=', 'company.id')
            .on('device_alarm.did', '=', did)
            .on('device_alarm.channel', '=', channel),
        )
        .where('company.id', '=', companyId)
        .select(['company.time_zone', 'device_alarm.settings']),
    )
    const kept = row?.settings ?? null
    return {
      until: now() + KNOWN_MS,
      settings: kept === null ? undefined : Settings.parse(JSON.parse(kept)),
      timeZone: row?.time_zone ?? 'UTC',
    }
  }

  return {
    async isWanted(companyId, did, channel, kind, at) {
      // Nobody sets when a bell may ring.
      if (kind === 'ring') return true
      const key = `${companyId} ${did} ${channel}`
      let found = known.get(key)
      if (!found || found.until <= now()) {
        found = await read(companyId, did, channel)
        known.set(key, found)
      }
      const { settings, timeZone } = found
      // Nobody decided: what the device raises counts.
      if (!settings) return true
      return settings[SWITCHES[kind]] && isWithinRanges(settings.Ranges, at, timeZone)
    },
  }
}
