/** Alarms that belong together: of neighbouring cameras, one soon after the other (reading 59). */
import type { EventItem } from '@vedette/contract/calls/event'

/** From one alarm's end, or its begin while it goes on, to the next. */
const APART_MS = 60_000

export interface Incident {
  /** The id of its first alarm, which stays the key while newer ones come. */
  key: string
  /** The newest first. */
  alarms: readonly [EventItem, ...EventItem[]]
  fromMs: number
  toMs: number
  cameras: number
}

/** `alarms`: the newest first. A camera of no region has no neighbours. */
export function incidentsOf(alarms: readonly EventItem[]): Incident[] {
  const all: [EventItem, ...EventItem[]][] = []
  const latest = new Map<string, { of: [EventItem, ...EventItem[]]; beginMs: number }>()
  for (const alarm of alarms) {
    const place = alarm.GID || alarm.DID
    const known = latest.get(place)
    if (known && known.beginMs - (alarm.EndTime ?? alarm.Time) <= APART_MS) {
      known.of.push(alarm)
      known.beginMs = alarm.Time
    } else {
      const of: [EventItem, ...EventItem[]] = [alarm]
      all.push(of)
      latest.set(place, { of, beginMs: alarm.Time })
    }
  }
  return all.map((of) => {
    const first = of.at(-1) ?? of[0]
    return {
      key: first.CloudEid,
      alarms: of,
      fromMs: first.Time,
      toMs: Math.max(...of.map(({ Time, EndTime }) => EndTime ?? Time)),
      cameras: new Set(of.map(({ DID, channelNum }) => `${DID} ${channelNum}`)).size,
    }
  })
}
