import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getGroupList, type GroupNode } from '@vedette/contract/calls/group'

import { send } from '../../../wire/send.ts'

/** The regions that the person may see, as a forest. */
export function useRegions() {
  return useQuery({
    queryKey: [getGroupList.path],
    queryFn: async ({ signal }): Promise<GroupNode[]> => (await send(getGroupList, {}, { signal })).List,
  })
}

/** Called after a change: whatever shows regions or devices in them fetches anew. */
export function useRegionsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function findRegion(forest: readonly GroupNode[], gid: string | undefined): GroupNode | undefined {
  for (const node of forest) {
    const found = node.GID === gid ? node : findRegion(node.Childs, gid)
    if (found) return found
  }
  return undefined
}

/** The region right above; a region at the top has none. */
export function parentOf(forest: readonly GroupNode[], gid: string): GroupNode | undefined {
  for (const node of forest) {
    const found = node.Childs.some(({ GID }) => GID === gid) ? node : parentOf(node.Childs, gid)
    if (found) return found
  }
  return undefined
}

/** How many regions are below this one. */
export function countBelow({ Childs }: GroupNode): number {
  return Childs.reduce((sum, child) => sum + 1 + countBelow(child), 0)
}
