import type { GroupNode } from '@vedette/contract/calls/group'

import { includesRegion, type Regions } from '../../authority/principal.ts'
import type { RegionRow } from './store.ts'

/** The devices of each region, without those of its sub-regions. */
export type CountByRegion = ReadonlyMap<string, number>

/** The regions that may be seen, as trees; one whose parent may not be seen stands at the top. Counts include what is below. */
export function forestOf(
  rows: readonly RegionRow[],
  regions: Regions,
  devices: CountByRegion,
  online: CountByRegion,
): GroupNode[] {
  const nodes = new Map<string, GroupNode>()
  const visible = rows.filter((row) => includesRegion(regions, row.id))
  for (const { id, name } of visible)
    nodes.set(id, {
      GID: id,
      GroupName: name,
      DeviceCount: devices.get(id) ?? 0,
      OnlineCount: online.get(id) ?? 0,
      Childs: [],
    })
  const roots: GroupNode[] = []
  for (const { id, parent_id } of visible) {
    const node = nodes.get(id)
    const parent = parent_id === null ? undefined : nodes.get(parent_id)
    if (node) (parent?.Childs ?? roots).push(node)
  }
  for (const root of roots) addUp(root)
  return roots
}

/** Regions are at most MAX_DEPTH deep, so the recursion is bounded. */
function addUp(node: GroupNode): void {
  for (const child of node.Childs) {
    addUp(child)
    node.DeviceCount += child.DeviceCount
    node.OnlineCount += child.OnlineCount
  }
}
