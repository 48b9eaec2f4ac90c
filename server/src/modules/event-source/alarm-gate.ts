/** Whether a device's own word is to become an alarm, by what its page says of alarms. */
import { type AlarmSettings, AlarmSettings as Settings } from '@vedette/contract/alarm-settings'

import type { Storage } from '../../engines/storage/storage.ts'
import { localDay } from '../../engines/local-day.ts'

const DAY_MS = 86_400_000
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
      return settings[SWITCHES[kind]] && isWithin(settings.Ranges, at, timeZone)
    },
  }
}

/** None: always. */
export function isWithin(ranges: AlarmSettings['Ranges'], at: number, timeZone: string): boolean {
  if (ranges.length === 0) return true
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  const day = localDay(parts, timeZone)
  if (!day) return true
  const weekday = ((new Date(`${parts}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
  // By the clock on the wall: a day of 23 hours has one hour less to choose from.
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(
    at,
  )
  return (
    at - day.fromMs < 2 * DAY_MS &&
    ranges.some((range) => range.Day === weekday && range.startTime <= clock && clock < range.endTime)
  )
}
