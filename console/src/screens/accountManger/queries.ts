import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountList } from '@vedette/contract/calls/account'
import { getGroupList } from '@vedette/contract/calls/group'
import { roleList } from '@vedette/contract/calls/role'
import type { BodyOf } from '@vedette/contract/call'

import { send } from '../../wire/send.ts'

/** Roles beyond these are found by the search of the role page. */
const MOST_ROLES = 1000

export type AccountQuery = BodyOf<typeof accountList>

export function useAccounts(query: AccountQuery) {
  return useQuery({
    queryKey: [accountList.path, query],
    queryFn: ({ signal }) => send(accountList, query, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useRoles() {
  return useQuery({
    queryKey: [roleList.path, 'all'],
    queryFn: async ({ signal }) => (await send(roleList, { PageSize: MOST_ROLES }, { signal })).List,
  })
}

export function useRegionForest(isWanted: boolean) {
  return useQuery({
    queryKey: [getGroupList.path],
    queryFn: async ({ signal }) => (await send(getGroupList, {}, { signal })).List,
    enabled: isWanted,
  })
}

/** Called after a change: whatever shows accounts, or how many have a role, fetches anew. */
export function useAccountsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [accountList.path] }),
      queries.invalidateQueries({ queryKey: [roleList.path] }),
    ])
  }
}
