import type { GroupItem, GroupNode } from '@vedette/contract/calls/group'

/** The regions of a forest in the order of the tree, each with the way to it. */
export function itemsOf(forest: readonly GroupNode[]): GroupItem[] {
  const items: GroupItem[] = []
  const visit = (node: GroupNode, ParentGID: string, above: readonly string[]): void => {
    const Path = [...above, node.GroupName]
    const { GID, GroupName, DeviceCount, OnlineCount, Childs } = node
    items.push({ GID, GroupName, ParentGID, Path, DeviceCount, OnlineCount, HasChilds: Childs.length > 0 })
    for (const child of Childs) visit(child, GID, Path)
  }
  for (const root of forest) visit(root, '', [])
  return items
}
