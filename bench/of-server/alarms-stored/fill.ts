/** A year of alarms, put into the tables by the database itself. */
import type { Storage } from '../../../server/src/engines/storage/storage.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'

// Fewer than a statement's time limit allows on a slow disk.
const PER_UNIT = 50_000
export const DAYS = 365
const YEAR_MS = DAYS * 86_400_000
const HOUR_MS = 3_600_000

interface Wanted {
  companyId: string
  devices: number
  events: number
  /** When the latest alarm happened. */
  untilMs: number
}

/** Motion and people in turn, one in 500 a ring, one in 5,000 claimed; devices one after the other, as `fillSite` names them. */
export async function fillAlarms(
  storage: Storage,
  engine: 'sqlite' | 'postgres',
  { companyId, devices, events, untilMs }: Wanted,
): Promise<void> {
  const step = YEAR_MS / events
  const fromMs = untilMs - YEAR_MS
  const isSqlite = engine === 'sqlite'
  const padded = (what: string, to: number): string =>
    isSqlite ? `printf('%0${to}d', ${what})` : `lpad((${what})::text, ${to}, '0')`
  const at = `cast(${fromMs} + i * ${step} as bigint)`
  const type = 'case when i % 500 = 0 then 2 else i % 2 end'
  const state = "case when i % 5000 = 0 then 'claimed' when i % 3 = 0 then 'resolved' else 'new' end"
  for (let from = 0; from < events; from += PER_UNIT) {
    const to = Math.min(events, from + PER_UNIT) - 1
    const numbers = isSqlite
      ? `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
      : `with n(i) as (select generate_series(${from}::bigint, ${to}::bigint))`
    const insert = `insert into event (company_id, id, did, channel, type, origin, at, last_at, end_at, dev_name, ident_name, is_announced, box, state, note)`
    const device = `'CAM-' || ${padded(`i % ${devices}`, 10)}`
    const times = `${at}, ${at}, ${at}`
    const values = `select '${companyId}', ${padded('i', 26)}, ${device}, 0, ${type}, 'device', ${times}, 'Yard', '', 1, '', ${state}, ''`
    const since = fromMs + from * step
    const hours = `insert into event_hour (company_id, hour, did, type, count)
      select company_id, at - at % ${HOUR_MS}, did, type, count(*) from event
      where company_id = '${companyId}' and at >= cast(${since} as bigint) group by 1, 2, 3, 4
      on conflict (company_id, hour, did, type) do update set count = event_hour.count + excluded.count`
    await storage.write([
      plainQuery(storage, `${insert} ${numbers} ${values} from n`),
      plainQuery(storage, hours),
    ])
  }
  const raised = 'insert into event_device select distinct company_id, did from event_hour'
  await storage.write([plainQuery(storage, raised)])
  await storage.write([plainQuery(storage, 'analyze')])
}
