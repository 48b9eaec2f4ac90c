import type { TreeNode } from './tree-checks.ts'

export interface VisibleNode {
  node: TreeNode
  depth: number
  parent: string | undefined
}

/** The nodes in sight, top to bottom: below those that are open, or, with a text, those whose label holds it and what is above them. */
export function visibleNodes(
  nodes: readonly TreeNode[],
  isOpen: (key: string, depth: number) => boolean,
  text = '',
): VisibleNode[] {
  const wanted = text.trim().toLowerCase()
  const isWanted = new Map<TreeNode, boolean>()
  const mark = (node: TreeNode): boolean => {
    const below = node.children.map(mark)
    const isHit = node.label.toLowerCase().includes(wanted) || below.includes(true)
    isWanted.set(node, isHit)
    return isHit
  }
  if (wanted) nodes.forEach(mark)
  const rows: VisibleNode[] = []
  const visit = (node: TreeNode, depth: number, parent: string | undefined): void => {
    if (wanted && isWanted.get(node) !== true) return
    rows.push({ node, depth, parent })
    if (wanted || isOpen(node.key, depth))
      for (const child of node.children) visit(child, depth + 1, node.key)
  }
  for (const node of nodes) visit(node, 0, undefined)
  return rows
}
