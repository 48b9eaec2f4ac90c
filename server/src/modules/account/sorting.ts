import type { ACCOUNT_SORTS } from '@vedette/contract/calls/account'
import type { ExpressionBuilder } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'

export interface Sorting {
  by: (typeof ACCOUNT_SORTS)[number]
  order: 'asc' | 'desc'
}

/** By what the accounts are ordered first and then; the last are made by the query itself. */
export const ORDER = {
  Account: ['account.name', 'account.id'],
  Name: ['account.display_name', 'account.id'],
  RoleName: ['role.name', 'account.id'],
  State: ['account.disabled', 'account.name'],
  CreateTime: ['account.created_at', 'account.id'],
  Regions: ['sees_less', 'first_region'],
} as const satisfies Record<Sorting['by'], readonly [string, string]>

/** The name of the first region that an account is bound to, as a subquery. */
export function firstRegionOf(row: ExpressionBuilder<Tables, 'account'>) {
  return row
    .selectFrom('account_region as bound')
    .innerJoin('region', (join) =>
      join.onRef('region.company_id', '=', 'bound.company_id').onRef('region.id', '=', 'bound.region_id'),
    )
    .whereRef('bound.company_id', '=', 'account.company_id')
    .whereRef('bound.account_id', '=', 'account.id')
    .select((it) => it.fn.min('region.name').as('name'))
}
