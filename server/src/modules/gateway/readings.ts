/** What of a gateway's words is kept: the last of each sensor, and an event where something changed. */
import type { DeviceMessage, SensorReading } from '@vedette/devices/mqtt/messages'

import type { EventRow, GatewayStore, SensorRow } from './store.ts'

/** A value that stays the same is written down as an event so often. */
const SAME_VALUE_EVERY_MS = 10 * 60_000
/** Clocks of devices run ahead and fall behind; what is further off is none. */
const CLOCK_AHEAD_MS = 60_000
const CLOCK_BEHIND_MS = 7 * 24 * 3_600_000

export type ScanBody = Extract<DeviceMessage, { kind: 'scan' }>['body']
type Scans = ScanBody['scans']

interface Needs {
  store: GatewayStore
  newId: () => string
  nowMs: number
}

export async function recordReadings(
  companyId: string,
  did: string,
  readings: readonly SensorReading[],
  { store, newId, nowMs }: Needs,
): Promise<void> {
  const known = new Map((await store.sensors(companyId, did)).map((row) => [row.sensor, row]))
  const sensors = new Map<string, SensorRow>()
  const events: EventRow[] = []
  for (const reading of readings) {
    const { sensor, kind, unit = '' } = reading
    const value = JSON.stringify(reading.value)
    const before = sensors.get(sensor) ?? known.get(sensor)
    const eventAt = known.get(sensor)?.event_at ?? 0
    sensors.set(sensor, { sensor, kind, value, unit, at: nowMs })
    if (before?.value === value && nowMs - eventAt < SAME_VALUE_EVERY_MS) continue
    events.push({
      id: newId(),
      kind: 'sensor',
      at: nowMs,
      name: sensor,
      value,
      unit,
      deviceAt: saneTime(reading.at, nowMs),
    })
  }
  await store.record(companyId, did, [...sensors.values()].slice(0, roomFor(known, sensors)), events)
}

/**
 * Returns what was scanned since. A gun whose acknowledgement was lost tells its scans again (MQTT 3.1.1, 4.3.2: at least once);
 * the time of its own clock and the code tell that they are the same ones.
 */
export async function freshScans(
  companyId: string,
  did: string,
  { scans }: ScanBody,
  store: GatewayStore,
): Promise<Scans> {
  // However wrong that clock is, it names the scan.
  const times = scans.flatMap(({ at }) => at ?? [])
  const told = new Set((await store.scansOf(companyId, did, times)).map(keyOf))
  return scans.filter(
    ({ at, code }) => at === undefined || !told.has(keyOf({ deviceAt: at, value: JSON.stringify(code) })),
  )
}

export async function recordScans(
  companyId: string,
  did: string,
  scans: Scans,
  { store, newId, nowMs }: Needs,
): Promise<void> {
  const events = scans.map(({ code, symbology: name = '', at: deviceAt = null }): EventRow => {
    const value = JSON.stringify(code)
    return { id: newId(), kind: 'scan', at: nowMs, name, value, unit: '', deviceAt }
  })
  if (events.length > 0) await store.record(companyId, did, [], events)
}

const keyOf = ({ deviceAt, value }: Pick<EventRow, 'deviceAt' | 'value'>): string => `${deviceAt} ${value}`

/** A gateway that invents ever new names does not fill the database. */
const MOST_SENSORS = 500

function roomFor(known: ReadonlyMap<string, unknown>, said: ReadonlyMap<string, unknown>): number {
  const fresh = [...said.keys()].filter((name) => !known.has(name)).length
  return said.size - Math.max(0, known.size + fresh - MOST_SENSORS)
}

function saneTime(at: number | undefined, nowMs: number): number | null {
  return at !== undefined && at <= nowMs + CLOCK_AHEAD_MS && at >= nowMs - CLOCK_BEHIND_MS ? at : null
}
