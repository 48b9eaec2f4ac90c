/** What devices' recordings take, and how far back they will reach. */
import { includesRegion, type Regions } from '../../authority/principal.ts'
import { policiesOf, type SizeLimit } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import type { Retention } from './retention.ts'
import { DAY_MS, type SegmentStore } from './segment-store.ts'

const HOUR_MS = 3_600_000
const SHORTEST_SAMPLE_MS = 60_000

interface UsageNeeds {
  policies: PolicyStore
  segments: SegmentStore
  retention: Retention
  now: () => number
}

export type Usage = ReturnType<typeof usageOf>

export function usageOf({ policies, segments, retention, now }: UsageNeeds) {
  /** Bytes a day of each device of all companies, by the last hour. */
  const rates = async (): Promise<Map<string, number>> => {
    const rows = await segments.recordedSince(now() - HOUR_MS)
    return new Map(
      rows.map(({ companyId, did, bytes, startMs, endMs }) => [
        `${companyId}/${did}`,
        (bytes * DAY_MS) / Math.max(endMs - startMs, SHORTEST_SAMPLE_MS),
      ]),
    )
  }

  const archiveDays = async (byDevice: ReadonlyMap<string, number>) => {
    const used = (await segments.usageByDevice()).reduce((sum, { bytes }) => sum + bytes, 0)
    const { limitBytes, freeBytes } = await retention.limitBytes(used)
    const rate = [...byDevice.values()].reduce((sum, bytes) => sum + bytes, 0)
    return { limitBytes, freeBytes, days: rate > 0 ? limitBytes / rate : null }
  }

  return {
    async storage(companyId: string, regions: Regions) {
      const [devices, usage, archive] = await Promise.all([
        policies.devices(companyId),
        segments.usage(companyId),
        rates().then(archiveDays),
      ])
      const seen = devices.filter(({ regionId }) => includesRegion(regions, regionId))
      const dids = new Set(seen.map(({ did }) => did))
      const { state, reason, sinceMs } = retention.now()
      return {
        State: state,
        Reason: reason,
        Since: sinceMs,
        UsedBytes: usage.filter(({ did }) => dids.has(did)).reduce((sum, { bytes }) => sum + bytes, 0),
        LimitBytes: Math.floor(archive.limitBytes),
        FreeBytes: archive.freeBytes,
        ForecastDays: archive.days,
      }
    },

    async page(companyId: string, regions: Regions, gid: string | undefined, offset: number, limit: number) {
      const { total, page } = await policies.devicePage(companyId, { regions, gid }, { offset, limit })
      if (page.length === 0) return { Total: total, List: [] }
      const dids = page.map(({ did }) => did)
      const [usage, reach, byDevice, inForce] = await Promise.all([
        segments.usage(companyId, dids),
        segments.reach(companyId, dids),
        rates(),
        policiesOf(policies, companyId),
      ])
      const archive = await archiveDays(byDevice)
      const rateOf = (did: string): number => byDevice.get(`${companyId}/${did}`) ?? 0
      const bySize = daysBySize(inForce.limits, new Set(dids), rateOf)
      const List = page.map(({ did, name }) => {
        const own = usage.filter((row) => row.did === did)
        const { days } = inForce.ofDevice(did).policy
        const isKnown = rateOf(did) > 0 && archive.days !== null
        const daysOfSize = bySize.get(did) ?? Infinity
        return {
          DID: did,
          DevName: name,
          Bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
          Files: own.reduce((sum, { files }) => sum + files, 0),
          From: reach.get(did)?.fromMs ?? null,
          To: reach.get(did)?.toMs ?? null,
          BytesPerDay: Math.round(rateOf(did)),
          ForecastDays: isKnown ? Math.min(days, archive.days ?? Infinity, daysOfSize) : null,
        }
      })
      return { Total: total, List }
    },
  }
}

/** How many days the sizes leave to some devices. A limit's size is shared by all that it binds. */
function daysBySize(
  limits: readonly SizeLimit[],
  wanted: ReadonlySet<string>,
  rateOf: (did: string) => number,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const { maxBytes, dids } of limits) {
    const days = maxBytes / dids.reduce((sum, did) => sum + rateOf(did), 0)
    for (const did of dids) if (wanted.has(did)) found.set(did, Math.min(days, found.get(did) ?? Infinity))
  }
  return found
}
