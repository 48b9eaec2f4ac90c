import type { GroupNode } from '@vedette/contract/calls/group'

import type { TreeNode } from './tree-checks.ts'

/** A forest of regions as the tree takes it, each with its count of devices. */
export function regionNodes(forest: readonly GroupNode[]): TreeNode[] {
  return forest.map(({ GID, GroupName, DeviceCount, Childs }) => ({
    key: GID,
    label: GroupName,
    note: DeviceCount,
    children: regionNodes(Childs),
  }))
}
