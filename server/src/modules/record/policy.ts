/** What is recorded of a device and how long it is kept: its own policy, the nearest region's, or the platform's. */
import type { PastPolicy, PolicyStore, StoredPolicy } from './policy-store.ts'

/** Where nobody decided: all of it, for a month. What the archive may take in all bounds it. */
export const PLATFORM_POLICY: StoredPolicy = {
  main: 1,
  sub: 1,
  pre_s: 10,
  post_s: 30,
  ranges: '[]',
  outside: 0,
  days: 30,
  max_bytes: 0,
}

/** The last file of a device that leaves is told after it has left. */
const STRAGGLERS_MS = 3_600_000

export interface PolicyInForce {
  policy: StoredPolicy
  from: 'own' | 'region' | 'platform'
  /** The region whose policy it is, when it is a region's. */
  regionId: string
}

/** A limit on what some devices' recordings take together. */
export interface SizeLimit {
  reason: 'deviceSize' | 'regionSize'
  maxBytes: number
  dids: string[]
}

/** Footage from `fromMs` to before `toMs`, by the clock that recordings age by, and how many days it is kept. */
export interface Keeping {
  fromMs: number
  toMs: number
  days: number
}

export interface CompanyPolicies {
  ofDevice(did: string): PolicyInForce
  /** What the company has of a device, whether or not it still has the device. */
  keepingOf(did: string): Keeping[]
  past: ReadonlyMap<string, PastPolicy>
  ofRegion(regionId: string): PolicyInForce
  /** What would be in force for a device, or else a region, without its own. */
  above(did: string | undefined, regionId: string | undefined): PolicyInForce
  limits: SizeLimit[]
  devices: { did: string; regionId: string | null; name: string }[]
}

export async function policiesOf(store: PolicyStore, companyId: string): Promise<CompanyPolicies> {
  const [devices, own, regions, past] = await Promise.all([
    store.devices(companyId),
    store.devicePolicies(companyId),
    store.regionPolicies(companyId),
    store.pastPolicies(companyId),
  ])
  const regionOf = new Map(devices.map(({ did, regionId }) => [did, regionId]))

  const ofRegion = (regionId: string): PolicyInForce => {
    const nearest = regions.get(regionId)?.[0]
    if (!nearest) return { policy: PLATFORM_POLICY, from: 'platform', regionId: '' }
    const { regionId: owner, ...policy } = nearest
    return { policy, from: owner === regionId ? 'own' : 'region', regionId: owner }
  }

  const ofDevice = (did: string): PolicyInForce => {
    const policy = own.get(did)
    if (policy) return { policy, from: 'own', regionId: '' }
    const inherited = ofRegion(regionOf.get(did) ?? '')
    return { ...inherited, from: inherited.from === 'platform' ? 'platform' : 'region' }
  }

  const above = (did: string | undefined, regionId = ''): PolicyInForce => {
    if (did !== undefined) return ofRegion(regionOf.get(did) ?? '')
    const nearest = regions.get(regionId)?.find((it) => it.regionId !== regionId)
    return nearest ? ofRegion(nearest.regionId) : { policy: PLATFORM_POLICY, from: 'platform', regionId: '' }
  }

  const pastLimits = new Map([...past].filter(([did]) => !regionOf.has(did)))
  return {
    devices,
    ofRegion,
    ofDevice,
    above,
    past,
    keepingOf(did) {
      const left = past.get(did)
      const { days } = regionOf.has(did) ? ofDevice(did).policy : (left ?? PLATFORM_POLICY)
      if (!left || !regionOf.has(did)) return [{ fromMs: 0, toMs: Infinity, days }]
      // It came back: what is older keeps what was promised when it left.
      return [
        { fromMs: 0, toMs: left.left_at + STRAGGLERS_MS, days: left.days },
        { fromMs: left.left_at + STRAGGLERS_MS, toMs: Infinity, days },
      ]
    },
    limits: [...deviceLimits(own), ...deviceLimits(pastLimits), ...regionLimits(devices, regions)],
  }
}

function deviceLimits(own: ReadonlyMap<string, Pick<StoredPolicy, 'max_bytes'>>): SizeLimit[] {
  return [...own].flatMap(([did, { max_bytes: maxBytes }]) =>
    maxBytes > 0 ? [{ reason: 'deviceSize' as const, maxBytes, dids: [did] }] : [],
  )
}

function regionLimits(
  devices: CompanyPolicies['devices'],
  regions: ReadonlyMap<string, (StoredPolicy & { regionId: string })[]>,
): SizeLimit[] {
  const limits = new Map<string, SizeLimit>()
  for (const { did, regionId } of devices)
    for (const policy of regions.get(regionId ?? '') ?? []) {
      if (policy.max_bytes === 0) continue
      const limit = limits.get(policy.regionId) ?? {
        reason: 'regionSize' as const,
        maxBytes: policy.max_bytes,
        dids: [],
      }
      limit.dids.push(did)
      limits.set(policy.regionId, limit)
    }
  return [...limits.values()]
}
