import type { TreeNode } from './tree-checks.ts'

export interface VisibleNode {
  node: TreeNode
  depth: number
  parent: string | undefined
  /** Its place among those in sight below the same parent, from 1, and how many those are. */
  place: number
  siblings: number
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
  const visit = (all: readonly TreeNode[], depth: number, parent: string | undefined): void => {
    const shown = wanted ? all.filter((node) => isWanted.get(node) === true) : all
    for (const [at, node] of shown.entries()) {
      rows.push({ node, depth, parent, place: at + 1, siblings: shown.length })
      if (wanted || isOpen(node.key, depth)) visit(node.children, depth + 1, node.key)
    }
  }
  visit(nodes, 0, undefined)
  return rows
}
