/** What devices' recordings take, and how far back they will reach. */
import { includesRegion, type Regions } from '../../authority/principal.ts'
import { policiesOf } from './policy.ts'
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
  const seen = async (companyId: string, regions: Regions, gid?: string) => {
    const below = gid === undefined ? undefined : await policies.regionsBelow(companyId, gid)
    return (await policies.devices(companyId)).filter(
      ({ regionId }) =>
        includesRegion(regions, regionId) && (!below || (regionId !== null && below.has(regionId))),
    )
  }

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
        seen(companyId, regions),
        segments.usage(companyId),
        rates().then(archiveDays),
      ])
      const dids = new Set(devices.map(({ did }) => did))
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
      const devices = await seen(companyId, regions, gid)
      const page = devices.slice(offset, offset + limit)
      const dids = page.map(({ did }) => did)
      const [usage, reach, byDevice, inForce] = await Promise.all([
        segments.usage(companyId),
        segments.reach(companyId, dids),
        rates(),
        policiesOf(policies, companyId),
      ])
      const archive = await archiveDays(byDevice)
      const rateOf = (did: string): number => byDevice.get(`${companyId}/${did}`) ?? 0
      const List = page.map(({ did, name }) => {
        const own = usage.filter((row) => row.did === did)
        const limits = inForce.limits
          .filter((it) => it.dids.includes(did))
          .map((it) => it.maxBytes / it.dids.reduce((sum, one) => sum + rateOf(one), 0))
        const { days } = inForce.ofDevice(did).policy
        const isKnown = rateOf(did) > 0 && archive.days !== null
        return {
          DID: did,
          DevName: name,
          Bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
          Files: own.reduce((sum, { files }) => sum + files, 0),
          From: reach.get(did)?.fromMs ?? null,
          To: reach.get(did)?.toMs ?? null,
          BytesPerDay: Math.round(rateOf(did)),
          ForecastDays: isKnown ? Math.min(days, archive.days ?? Infinity, ...limits) : null,
        }
      })
      return { Total: devices.length, List }
    },
  }
}
