/** The SQL of what is recorded and how long it is kept. */
import { isGateway } from '@vedette/contract/devices'

import type { Regions } from '../../authority/principal.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from '../device/index.ts'

export type PastPolicy = Pick<Tables['record_past_policy'], 'days' | 'max_bytes' | 'left_at'>
export type StoredPolicy = Pick<Tables['record_device_policy'], (typeof COLUMNS)[number]>

const COLUMNS = ['main', 'sub', 'pre_s', 'post_s', 'ranges', 'outside', 'days', 'max_bytes'] as const

export function policyStore(storage: Storage) {
  const { db } = storage
  const forgettingPast = (companyId: string, did: string): Query =>
    db.deleteFrom('record_past_policy').where('company_id', '=', companyId).where('did', '=', did)

  return {
    async timeZone(companyId: string): Promise<string> {
      const [row] = await storage.read(
        db.selectFrom('company').where('id', '=', companyId).select('time_zone'),
      )
      return row?.time_zone ?? 'UTC'
    },

    /** The companies that record by the week anywhere. */
    async companiesByTheWeek(): Promise<string[]> {
      const tables = ['record_device_policy', 'record_region_policy'] as const
      const find = (table: (typeof tables)[number]) =>
        storage.read(
          db
            .selectFrom(table)
            .where((row) => row.or([row('main', '=', 3), row('sub', '=', 3)]))
            .select('company_id')
            .distinct(),
        )
      const found = await storage.remember('all companies by the week', () => Promise.all(tables.map(find)))
      return [...new Set(found.flat().map(({ company_id: id }) => id))]
    },

    devices(companyId: string): Promise<{ did: string; regionId: string | null; name: string }[]> {
      return storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .orderBy('did')
          .select(['did', 'region_id as regionId', 'name']),
      )
    },

    /** Whether the device is one that has no video (reading 29). */
    async isGateway(companyId: string, did: string): Promise<boolean> {
      const [row] = await storage.read(
        db.selectFrom('device').where('company_id', '=', companyId).where('did', '=', did).select('dev_type'),
      )
      return row !== undefined && isGateway(row.dev_type)
    },

    /** A page by their ids of those that are within these regions, and below `gid` where that is said. */
    async devicePage(
      companyId: string,
      { regions, gid }: { regions: Regions; gid: string | undefined },
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ total: number; page: { did: string; name: string }[] }> {
      let seen = db.selectFrom('device').where('company_id', '=', companyId)
      if (regions !== 'all') seen = seen.where((row) => isOneOf(storage, row.ref('region_id'), [...regions]))
      if (gid !== undefined)
        seen = seen.where('region_id', 'in', (below) =>
          below
            .selectFrom('region_closure')
            .where('company_id', '=', companyId)
            .where('ancestor_id', '=', gid)
            .select('descendant_id'),
        )
      const [counted] = await storage.read(seen.select((row) => row.fn.countAll<number>().as('total')))
      const page = seen.orderBy('did').limit(limit).offset(offset).select(['did', 'name'])
      return { total: Number(counted?.total ?? 0), page: await storage.read(page) }
    },

    async devicePolicies(companyId: string): Promise<Map<string, StoredPolicy>> {
      const rows = await storage.read(
        db
          .selectFrom('record_device_policy')
          .where('company_id', '=', companyId)
          .select(['did', ...COLUMNS]),
      )
      return new Map(rows.map(({ did, ...policy }) => [did, policy]))
    },

    /** The policies of devices that left, some of which may have come back. */
    async pastPolicies(companyId: string): Promise<Map<string, PastPolicy>> {
      const rows = await storage.read(
        db
          .selectFrom('record_past_policy')
          .where('company_id', '=', companyId)
          .select(['did', 'days', 'max_bytes', 'left_at']),
      )
      return new Map(rows.map(({ did, ...policy }) => [did, policy]))
    },

    /** Must be stored in the unit in which the device leaves. */
    keepingPast(companyId: string, did: string, policy: PastPolicy): Query {
      return db
        .insertInto('record_past_policy')
        .values({ company_id: companyId, did, ...policy })
        .onConflict((conflict) => conflict.columns(['company_id', 'did']).doUpdateSet(policy))
    },

    async forgetPast(companyId: string, dids: readonly string[]): Promise<void> {
      await storage.write(dids.map((did) => forgettingPast(companyId, did)))
    },

    /** Policies for each region that one reaches: those of itself and of the regions above it, the nearest first. */
    async regionPolicies(companyId: string): Promise<Map<string, (StoredPolicy & { regionId: string })[]>> {
      const rows = await storage.read(
        db
          .selectFrom('record_region_policy as policy')
          .innerJoin('region_closure as closure', (join) =>
            join
              .onRef('closure.company_id', '=', 'policy.company_id')
              .onRef('closure.ancestor_id', '=', 'policy.region_id'),
          )
          .where('policy.company_id', '=', companyId)
          .orderBy('closure.depth')
          .select(['closure.descendant_id as at', 'policy.region_id as regionId', ...COLUMNS]),
      )
      const found = new Map<string, (StoredPolicy & { regionId: string })[]>()
      for (const { at, ...policy } of rows) found.set(at, [...(found.get(at) ?? []), policy])
      return found
    },

    async setOfDevices(
      companyId: string,
      dids: readonly string[],
      policy: StoredPolicy | null,
    ): Promise<void> {
      // What somebody decides of a device counts for all that there is of it.
      const forgotten = policy ? dids.map((did) => forgettingPast(companyId, did)) : []
      await storage.write([
        ...forgotten,
        ...dids.map((did) =>
          policy
            ? db
                .insertInto('record_device_policy')
                .values({ company_id: companyId, did, ...policy })
                .onConflict((conflict) => conflict.columns(['company_id', 'did']).doUpdateSet(policy))
            : db
                .deleteFrom('record_device_policy')
                .where('company_id', '=', companyId)
                .where('did', '=', did),
        ),
      ])
    },

    async setOfRegion(companyId: string, regionId: string, policy: StoredPolicy | null): Promise<void> {
      await storage.write([
        policy
          ? db
              .insertInto('record_region_policy')
              .values({ company_id: companyId, region_id: regionId, ...policy })
              .onConflict((conflict) => conflict.columns(['company_id', 'region_id']).doUpdateSet(policy))
          : db
              .deleteFrom('record_region_policy')
              .where('company_id', '=', companyId)
              .where('region_id', '=', regionId),
      ])
    },
  }
}

export type PolicyStore = ReturnType<typeof policyStore>
