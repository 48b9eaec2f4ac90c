/** What devices' recordings take, and how far back they will reach. */
import { includesRegion, type Regions } from '../../authority/principal.ts'
import { type CompanyPolicies, policiesOf, type SizeLimit } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import type { Retention } from './retention.ts'
import { DAY_MS } from './days.ts'
import type { SegmentStore } from './segment-store.ts'

/** Devices of one company. */
const MOST = 100_000
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

  /** The devices below a region that have no policy of their own, nor one of a region that is nearer. */
  const reachedBy = async (
    companyId: string,
    gid: string | undefined,
    inForce: CompanyPolicies,
  ): Promise<string[]> => {
    const above = ['', gid, inForce.ofRegion(gid ?? '').regionId]
    const { page } = await policies.devicePage(companyId, { regions: 'all', gid }, { offset: 0, limit: MOST })
    return page
      .filter(({ did }) => {
        const { from, regionId } = inForce.ofDevice(did)
        return from !== 'own' && above.includes(regionId)
      })
      .map(({ did }) => did)
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

    /** What a policy would delete of a device, or of those of a region that it would reach. */
    async effectOf(
      companyId: string,
      { did, gid }: { did?: string | undefined; gid?: string | undefined },
      policy: { Days: number; MaxBytes: number } | null,
    ) {
      const inForce = await policiesOf(policies, companyId)
      // A region's limit is of all its devices, with or without a policy of their own.
      const { Days, MaxBytes } = policy ?? { Days: inForce.above(did, gid).policy.days, MaxBytes: 0 }
      const dids = did === undefined ? await reachedBy(companyId, gid, inForce) : [did]
      const [old, usage, byDevice] = await Promise.all([
        segments.olderThan(companyId, dids, now() - Days * DAY_MS),
        segments.usage(companyId),
        rates(),
      ])
      const reached = new Set(dids)
      const used = usage.filter((row) => reached.has(row.did)).reduce((sum, { bytes }) => sum + bytes, 0)
      const oldBytes = Number(old?.bytes ?? 0)
      const over = MaxBytes > 0 ? Math.max(0, used - oldBytes - MaxBytes) : 0
      const rate = dids.reduce((sum, it) => sum + (byDevice.get(`${companyId}/${it}`) ?? 0), 0)
      const archive = await archiveDays(byDevice)
      const bySize = MaxBytes > 0 && rate > 0 ? MaxBytes / rate : Infinity
      return {
        Bytes: oldBytes + over,
        From: old?.fromMs ?? null,
        To: old?.toMs ?? null,
        ForecastDays: rate > 0 ? Math.min(Days, archive.days ?? Infinity, bySize) : null,
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
