import type { Storage } from '../../engines/storage/storage.ts'

export interface StoredProvider {
  name: string
  issuer: string
  clientId: string
  /** Null: a public client. */
  secretBox: string | null
  scopes: string
  groupsClaim: string
  /** The first whose group somebody is in gives the role. */
  roles: readonly { group: string; roleId: string }[]
  makesAccounts: boolean
  allRegions: boolean
  regionIds: readonly string[]
  hasBelow: boolean
  isOn: boolean
  /** A log-out here ends the session there. */
  endsSession: boolean
}

const ROWS_PER_STATEMENT = 200

export function providerStore(storage: Storage) {
  const { db } = storage
  const clear = (companyId: string) => db.deleteFrom('identity_provider').where('company_id', '=', companyId)
  const flag = (it: boolean): 0 | 1 => (it ? 1 : 0)

  return {
    async of(companyId: string): Promise<StoredProvider | undefined> {
      const [row] = await storage.read(
        db.selectFrom('identity_provider').where('company_id', '=', companyId).selectAll(),
      )
      if (!row) return undefined
      const [roles, regions] = await Promise.all([
        storage.read(
          db
            .selectFrom('provider_role')
            .where('company_id', '=', companyId)
            .orderBy('place')
            .select(['group_name as group', 'role_id as roleId']),
        ),
        storage.read(
          db.selectFrom('provider_region').where('company_id', '=', companyId).select('region_id'),
        ),
      ])
      return {
        name: row.name,
        issuer: row.issuer,
        clientId: row.client_id,
        secretBox: row.secret_box,
        scopes: row.scopes,
        groupsClaim: row.groups_claim,
        roles,
        makesAccounts: row.makes_accounts === 1,
        allRegions: row.all_regions === 1,
        regionIds: regions.map(({ region_id }) => region_id),
        hasBelow: row.has_below === 1,
        isOn: row.is_on === 1,
        endsSession: row.ends_session === 1,
      }
    },

    async put(companyId: string, provider: StoredProvider): Promise<void> {
      const roles = provider.roles.map(({ group, roleId }, place) => ({
        company_id: companyId,
        place,
        group_name: group,
        role_id: roleId,
      }))
      const regions = provider.regionIds.map((region_id) => ({ company_id: companyId, region_id }))
      await storage.write([
        clear(companyId),
        db.insertInto('identity_provider').values({
          company_id: companyId,
          name: provider.name,
          issuer: provider.issuer,
          client_id: provider.clientId,
          secret_box: provider.secretBox,
          scopes: provider.scopes,
          groups_claim: provider.groupsClaim,
          makes_accounts: flag(provider.makesAccounts),
          all_regions: flag(provider.allRegions),
          has_below: flag(provider.hasBelow),
          is_on: flag(provider.isOn),
          ends_session: flag(provider.endsSession),
        }),
        ...inPieces(roles).map((piece) => db.insertInto('provider_role').values(piece)),
        ...inPieces(regions).map((piece) => db.insertInto('provider_region').values(piece)),
      ])
    },

    async delete(companyId: string): Promise<void> {
      await storage.write([clear(companyId)])
    },
  }
}

function inPieces<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, at) =>
    rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT),
  )
}

export type ProviderStore = ReturnType<typeof providerStore>
