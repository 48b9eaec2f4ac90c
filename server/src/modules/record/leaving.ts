/** What stays of devices that leave a company or go to another region: reading 49. */
import type { Query } from '../../engines/storage/storage.ts'
import type { LockStore } from './lock-store.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import type { SegmentStore } from './segment-store.ts'

/** The policy in force goes with the footage. One that left before and came back keeps the longer of the two. */
export async function leavingFootage(
  policies: PolicyStore,
  companyId: string,
  dids: readonly string[],
  nowMs: number,
): Promise<Query[]> {
  const inForce = await policiesOf(policies, companyId)
  const owned = new Set(inForce.devices.map(({ did }) => did))
  return dids
    .filter((did) => owned.has(did))
    .map((did) => {
      const days = Math.max(...inForce.keepingOf(did).map((keeping) => keeping.days))
      const { policy, from } = inForce.ofDevice(did)
      // A region's size is that of all its devices together, and this is none of them any more.
      const maxBytes = from === 'own' ? policy.max_bytes : 0
      return policies.keepingPast(companyId, did, { days, max_bytes: maxBytes, left_at: nowMs })
    })
}

/** Devices, or regions with all their devices, that go below another region. */
export type Moved = { to: string } & ({ dids: readonly string[] } | { regions: readonly string[] })

/** Where less is kept from now on, what was recorded until now keeps the days that were in force. */
export async function movingFootage(
  policies: PolicyStore,
  companyId: string,
  moved: Moved,
  nowMs: number,
): Promise<Query[]> {
  const inForce = await policiesOf(policies, companyId)
  const ofRegions = new Set('regions' in moved ? moved.regions : [])
  const going = 'dids' in moved ? new Set(moved.dids) : undefined
  const { days: daysThere } = inForce.ofRegion(moved.to).policy
  return inForce.devices
    .filter(({ did, regionId }) => (going ? going.has(did) : ofRegions.has(regionId ?? '')))
    .flatMap(({ did }) => {
      const { from, regionId } = inForce.ofDevice(did)
      const isKeptAlong = from === 'own' || ofRegions.has(regionId)
      const days = Math.max(...inForce.keepingOf(did).map((keeping) => keeping.days))
      if (isKeptAlong || days <= daysThere) return []
      return [policies.keepingPast(companyId, did, { days, max_bytes: 0, left_at: nowMs })]
    })
}

/** What would stay of these devices and how long. */
export async function keptWithout(
  companyId: string,
  dids: readonly string[],
  { policies, locks, store }: { policies: PolicyStore; locks: LockStore; store: SegmentStore },
) {
  const [inForce, usage, locked] = await Promise.all([
    policiesOf(policies, companyId),
    store.usage(companyId),
    locks.lockedDevices(companyId),
  ])
  const asked = new Set(dids)
  const recorded = usage.filter(({ did, files }) => files > 0 && asked.has(did))
  const withFootage = [...new Set(recorded.map(({ did }) => did))]
  const days = withFootage.flatMap((did) => inForce.keepingOf(did).map((keeping) => keeping.days))
  return {
    Devices: withFootage.length,
    Bytes: recorded.reduce((sum, { bytes }) => sum + bytes, 0),
    DaysFrom: days.length > 0 ? Math.min(...days) : 0,
    DaysTo: days.length > 0 ? Math.max(...days) : 0,
    Locked: withFootage.filter((did) => locked.has(did)).length,
  }
}
